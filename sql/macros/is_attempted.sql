-- Whether a judged answer attempts the question: it says something that is right or wrong.
--
-- Who abstains, sends nothing or sends what cannot be parsed has attempted nothing.

create or replace macro macros.is_attempted(is_right, status, outcome) as
is_right is not null
and coalesce(status = 'ok' and outcome in ('right', 'wrong'), false);

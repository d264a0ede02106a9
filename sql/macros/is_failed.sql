-- Whether an error, of the system or of the validator, keeps an answer out of the count.
--
-- A missing answer is counted as wrong even where its validator stumbled: it did not fail here.

create or replace macro macros.is_failed(is_right, status, outcome) as
is_right is null and coalesce(status = 'error' or outcome = 'error', false);

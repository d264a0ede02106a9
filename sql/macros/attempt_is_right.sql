-- Whether an attempt is right; null where it is left out: it failed, or has no judgement.
--
-- The rule of is_right in facts.scored, for any attempt: what never came or cannot be parsed is
-- not right, nor is who abstains, and a graded attempt is right from one half on.

create or replace macro macros.attempt_is_right(status, outcome, score) as
case
    when status = 'error' then null
    when status in ('missing', 'unparsable') then false
    when outcome in ('right', 'wrong') then coalesce(score >= 0.5, outcome = 'right')
    when outcome = 'abstained' then false
end;

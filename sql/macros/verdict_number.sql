-- What a verdict gives as a number: the score or value, else 1 where right and 0 where not.

create or replace macro macros.verdict_number(outcome, score, value) as
case
    when outcome = 'measured' then value
    when outcome in ('right', 'wrong') then coalesce(score, (outcome = 'right')::int::double)
    when outcome = 'abstained' then 0e0
end;

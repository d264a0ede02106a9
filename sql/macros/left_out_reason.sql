-- Why an answer counts neither as right nor as wrong, for one that does not.
--
-- A validator that measures on a scale of its own says nothing is right, so what it measured, or
-- would have, is left out for that.

create or replace macro macros.left_out_reason(status, outcome) as
case
    when status = 'error' then 'error: the system failed'
    when outcome = 'error' then 'error: the validator failed'
    when status = 'missing' then 'missing'
    when outcome is null then 'no verdict'
    when outcome = 'undetermined' then 'undetermined'
    when outcome in ('right', 'wrong', 'abstained', 'measured')
        then 'measured, not right or wrong'
    else 'unscored'
end;

-- Answers on which two validators disagree: one says right, the other wrong.

select
    one.run_id,
    one.system_id,
    one.case_id,
    one.validator_id,
    one.reason,
    other.validator_id as other_validator_id,
    other.reason as other_reason
from facts.verdicts as one
inner join facts.verdicts as other using (run_id, system_id, case_id, attempt)
where one.outcome = 'right' and other.outcome = 'wrong'
order by one.run_id, one.system_id, one.case_id;

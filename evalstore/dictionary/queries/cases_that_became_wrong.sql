-- Cases that one run answered rightly and a later one does not.

select
    later.system_id,
    later.case_id,
    earlier.answer as answer_before,
    later.answer,
    later.expected,
    later.outcome
from facts.scored as earlier
inner join facts.scored as later using (system_id, case_id, attempt, validator_id)
where
    earlier.run_id = 'capitals-nightly-1'
    and later.run_id = 'capitals-nightly-2'
    and later.is_primary_validator
    and earlier.is_right
    and not later.is_right
order by later.system_id, later.case_id;

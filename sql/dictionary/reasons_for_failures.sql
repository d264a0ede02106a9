-- Why answers failed in a run, with the question and the answer, word for word.

select
    system_id,
    case_id,
    verdict,
    reason,
    prompt,
    response,
    expected
from facts.failures
where run_id = 'capitals-nightly-2' and is_primary_validator
order by system_id, case_id;

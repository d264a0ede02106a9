-- What the systems of a run answered, whatever came of it.
--
-- Parameters: run_id.
--
-- grain: system_id, case_id

select distinct
    system_id,
    case_id
from facts.responses
where run_id = $run_id
order by system_id, case_id

-- The primary validator of a run, for each system that it judged.
--
-- Parameters: run_id.
--
-- grain: system_id

select distinct
    system_id,
    validator_id
from facts.scored
where
    run_id = $run_id
    and is_primary_validator
order by system_id

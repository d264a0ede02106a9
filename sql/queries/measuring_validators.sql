-- The validators that measure on scales of their own, run by run.
--
-- Parameters: run_id, null for every run.
--
-- grain: run_id, validator_id

select distinct
    run_id,
    validator_id
from facts.verdicts
where
    outcome = 'measured'
    and coalesce(run_id = $run_id, $run_id is null)
order by run_id, validator_id

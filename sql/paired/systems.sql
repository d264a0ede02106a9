-- The systems of two runs.
--
-- Parameters: left_run_id, right_run_id.
--
-- grain: run_id, system_id

select distinct
    run_id,
    system_id
from facts.scored
where run_id in ($left_run_id, $right_run_id)
order by all

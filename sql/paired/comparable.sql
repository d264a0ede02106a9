-- What two runs say of themselves, where it decides whether they can be compared.
--
-- Parameters: left_run_id, right_run_id.
--
-- grain: run_id

select
    run_id,
    suite,
    suite_version
from facts.runs
where run_id in ($left_run_id, $right_run_id)

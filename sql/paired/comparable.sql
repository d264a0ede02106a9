-- What two runs say of themselves, where it decides whether they can be compared.
--
-- Parameters: left_run_id, right_run_id.
--
-- grain: run_id

with starts as (
    select
        run_id,
        payload -> '$.config.validators' as validators
    from log.current_events
    where
        kind = 'run_started'
        and run_id in ($left_run_id, $right_run_id)
)

select
    runs.run_id,
    runs.suite,
    runs.suite_version,
    runs.run_status,
    starts.validators
from facts.runs
left join starts on runs.run_id = starts.run_id
where runs.run_id in ($left_run_id, $right_run_id)

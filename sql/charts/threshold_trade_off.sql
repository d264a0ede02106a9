-- The newest tuning of drift thresholds that concerns a run, or another run of its suite.
--
-- A tuning of the run itself comes before one of its suite, however much newer that one is.

with selected_run as (
    select
        run_id,
        suite
    from facts.runs
    where run_id = $run_id
),

tunings as (
    select
        current_events.event_id,
        current_events.run_id,
        current_events.position,
        current_events.payload,
        current_events.run_id = selected_run.run_id as is_of_run
    from log.current_events
    inner join facts.runs on current_events.run_id = runs.run_id
    inner join selected_run on runs.suite = selected_run.suite or runs.run_id = selected_run.run_id
    where
        current_events.kind = 'analysis_recorded'
        and json_extract_string(current_events.payload, '$.method') = 'drift_tuning'
)

select
    run_id,
    event_id,
    is_of_run,
    json_extract(payload, '$.parameters')::varchar as parameters,
    json_extract(payload, '$.results')::varchar as results
from tunings
order by
    is_of_run desc,
    position desc
limit 1

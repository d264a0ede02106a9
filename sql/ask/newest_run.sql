-- The run with the newest run_started event.

select
    run_id,
    run_status
from facts.runs
semi join log.current_events
    on
        runs.run_id = current_events.run_id
        and current_events.kind = 'run_started'
order by started_at desc nulls last, run_id desc
limit 1

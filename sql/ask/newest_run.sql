-- The run with the newest run_started event.

select
    run_id,
    run_status
from facts.runs
where run_id in (select run_id from log.current_events where kind = 'run_started')
order by started_at desc nulls last, run_id desc
limit 1

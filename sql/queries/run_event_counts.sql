-- How many events of each touched run are in the log.

select
    run_id,
    count(*) as event_count
from log.events
where run_id in (select touched_runs.run_id from touched_runs)
group by run_id
order by run_id

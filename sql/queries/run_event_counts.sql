-- How many events of each touched run are in the log, also of those that have none.

select
    touched_runs.run_id,
    count(events.run_id) as event_count
from touched_runs
left join log.events as events using (run_id)
group by touched_runs.run_id
order by touched_runs.run_id

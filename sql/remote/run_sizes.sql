-- How many events each run of `changed_runs` has, in the order of their ids.

select
    events.run_id,
    count(*) as event_count
from log.events as events
semi join changed_runs using (run_id)
group by events.run_id
order by events.run_id;

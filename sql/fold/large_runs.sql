-- The touched runs with at least so many events.
--
-- Parameters: event_count.
--
-- grain: run_id

select run_id
from touched_events
group by run_id
having count(*) >= $event_count;

-- The touched runs of which the log has events from before a position.
--
-- Parameters: position. Variables: first_run_id, last_run_id.

select distinct run_id
from log.events
where
    run_id between getvariable('first_run_id') and getvariable('last_run_id')
    and run_id in (select touched_runs.run_id from touched_runs)
    and position < $position;

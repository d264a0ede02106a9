-- The event that says how a run ended, where one does.
--
-- Parameters: run_id.

select event_id::varchar as event_id
from log.current_events
where
    kind = 'run_finished'
    and run_id = $run_id

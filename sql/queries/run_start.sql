-- What the newest run_started of a run says.
--
-- Parameters: run_id.

select payload
from log.current_events
where
    kind = 'run_started'
    and run_id = $run_id

-- The cases of a run in the order they were recorded in, as JSON.
--
-- Parameters: run_id.
--
-- grain: payload

select payload
from log.current_events
where
    kind = 'case_generated'
    and run_id = $run_id
order by position

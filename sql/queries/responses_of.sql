-- What one system of a run answered, in the order in which it was recorded.
--
-- Parameters: run_id, system_id; a null system_id stands for every system.

select
    payload,
    payload ->> '$.system_id' as system_id
from log.current_events
where
    kind = 'response_recorded'
    and run_id = $run_id
    and coalesce(payload ->> '$.system_id' = $system_id, $system_id is null)
order by position

-- What the systems of a run have answered already, with the text where there is one.
--
-- Parameters: run_id.
--
-- grain: system_id, case_id, attempt

select
    payload ->> '$.system_id' as system_id,
    payload ->> '$.case_id' as case_id,
    coalesce(cast(cast(payload ->> '$.attempt' as double) as integer), 1) as attempt,
    payload ->> '$.status' as status,
    coalesce(payload ->> '$.text', '') as text
from log.current_events
where
    kind = 'response_recorded'
    and run_id = $run_id
    -- A critic's readings belong to an answer that is an event of its own.
    and (payload -> '$.value_dim') is null

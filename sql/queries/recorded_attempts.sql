-- What the systems of a run have answered already, each attempt by itself.
--
-- Parameters: run_id.
--
-- grain: system_id, case_id, attempt

select
    payload ->> '$.system_id' as system_id,
    payload ->> '$.case_id' as case_id,
    coalesce((payload ->> '$.attempt')::integer, 1) as attempt,
    payload ->> '$.status' as status,
    payload ->> '$.text' as text,
    payload ->> '$.answer' as answer
from log.current_events
where
    kind = 'response_recorded'
    and run_id = $run_id
    -- A critic's readings belong to an answer that is an event of its own.
    and (payload -> '$.value_dim') is null

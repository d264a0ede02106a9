-- The current responses of a run that others are compared with.
--
-- Parameters: run_id, system_id (null: every system).
--
-- grain: system_id, case_id, attempt

select
    responses.system_id,
    responses.case_id,
    responses.attempt,
    events.payload
from facts.responses
inner join log.events
    on
        responses.run_id = events.run_id
        and responses.event_id = events.event_id
where
    responses.run_id = $run_id
    and coalesce(responses.system_id = $system_id, $system_id is null)
    and events.payload is not null

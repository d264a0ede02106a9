-- Every event that has a run: of a whole log all of them are to be computed.
--
-- A job that computes the facts of some runs alone puts those runs' events in its place.

select
    events.position,
    events.event_id,
    events.kind,
    events.run_id,
    events.subject,
    events.revision,
    events.occurred_at,
    events.source,
    events.payload
from log.events
where events.run_id <> ''

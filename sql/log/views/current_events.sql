-- The newest, unretracted revision of every event: what the facts are made of.
--
-- grain: kind, run_id, subject

create or replace view log.current_events as

select
    events.position,
    events.event_id,
    events.kind,
    events.run_id,
    events.subject,
    events.revision,
    events.supersedes,
    events.schema_version,
    events.occurred_at,
    events.recorded_at,
    events.source,
    events.payload,
    events.batch_id
from log.events
where
    not exists (
        select 1
        from log.withdrawn_events
        where withdrawn_events.event_id = events.event_id
    );

-- What the log has of some runs, and every retraction, which may name an event of any run.

create or replace temp view outgoing as
select
    events.position as place,
    events.kind,
    events.run_id,
    events.subject,
    events.supersedes,
    events.schema_version,
    events.occurred_at,
    events.recorded_at,
    events.source,
    events.payload::varchar as payload,
    events.payload_salt,
    events.payload_hash
from log.events
where
    events.kind = 'retracted'
    or events.run_id in (select unnest(getvariable('run_ids')));

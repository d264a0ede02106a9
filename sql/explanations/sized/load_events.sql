-- Append the recorded events to the log of a database that has their batches.

insert into log.events
select
    recorded_events.position,
    recorded_events.event_id,
    recorded_events.kind,
    recorded_events.run_id,
    recorded_events.subject,
    recorded_events.revision,
    recorded_events.supersedes,
    recorded_events.schema_version,
    recorded_events.occurred_at,
    recorded_events.recorded_at,
    recorded_events.source,
    recorded_events.payload,
    recorded_events.payload_salt,
    unhex(recorded_events.payload_hash_hex) as payload_hash,
    unhex(recorded_events.leaf_hash_hex) as leaf_hash,
    batches.batch_id
from recorded_events
inner join log.batches
    on recorded_events.position between batches.first_position and batches.last_position
order by recorded_events.position;

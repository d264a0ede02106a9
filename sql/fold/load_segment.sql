-- Append the events of a segment to the log.

insert into log.events
select
    position,
    event_id,
    kind,
    run_id,
    subject,
    revision,
    supersedes,
    schema_version,
    occurred_at,
    recorded_at,
    source,
    payload,
    payload_salt,
    payload_hash,
    leaf_hash,
    batch_id
from new_events;

-- Add the ingest_recorded events of this fold to those it records, at their end.

insert into new_events by name
select
    position,
    event_id,
    kind,
    run_id,
    subject,
    revision,
    null::uuid as supersedes,
    1::smallint as schema_version,
    null::timestamp as occurred_at,
    recorded_at,
    source,
    payload::json as payload,
    null::blob as payload_salt,
    unhex(payload_hash_hex) as payload_hash,
    unhex(leaf_hash_hex) as leaf_hash,
    getvariable('batch_id')::bigint as batch_id
from recorded_sources
order by position;

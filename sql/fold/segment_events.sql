-- The events of a segment, as the log will hold them: the database takes what the record says.

create or replace temp table new_events as
select
    position,
    event_id::uuid as event_id,
    kind,
    run_id,
    subject,
    revision,
    supersedes::uuid as supersedes,
    schema_version,
    occurred_at,
    recorded_at,
    source,
    payload::json as payload,
    payload_salt,
    payload_hash,
    leaf_hash,
    batch_id
from read_parquet(getvariable('segment_file'));

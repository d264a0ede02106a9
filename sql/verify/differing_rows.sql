-- Positions at which log.events does not hold the row of the segment, or no segment has the row.

with segment_rows as (
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
        payload::varchar as payload,
        payload_salt,
        payload_hash,
        leaf_hash,
        batch_id
    from read_parquet($file)
),

log_rows as (
    select
        position,
        event_id::varchar as event_id,
        kind,
        run_id,
        subject,
        revision,
        supersedes::varchar as supersedes,
        schema_version,
        occurred_at,
        recorded_at,
        source,
        payload::varchar as payload,
        payload_salt,
        payload_hash,
        leaf_hash,
        batch_id
    from log.events
    where position between $first and $last
)

select coalesce(segment_rows.position, log_rows.position) as position
from segment_rows
full outer join log_rows using (position)
where
    segment_rows.position is null
    or log_rows.position is null
    or segment_rows.event_id is distinct from log_rows.event_id
    or segment_rows.kind is distinct from log_rows.kind
    or segment_rows.run_id is distinct from log_rows.run_id
    or segment_rows.subject is distinct from log_rows.subject
    or segment_rows.revision is distinct from log_rows.revision
    or segment_rows.supersedes is distinct from log_rows.supersedes
    or segment_rows.schema_version is distinct from log_rows.schema_version
    or segment_rows.occurred_at is distinct from log_rows.occurred_at
    or segment_rows.recorded_at is distinct from log_rows.recorded_at
    or segment_rows.source is distinct from log_rows.source
    or segment_rows.payload is distinct from log_rows.payload
    or segment_rows.payload_salt is distinct from log_rows.payload_salt
    or segment_rows.payload_hash is distinct from log_rows.payload_hash
    or segment_rows.leaf_hash is distinct from log_rows.leaf_hash
    or segment_rows.batch_id is distinct from log_rows.batch_id
order by position;

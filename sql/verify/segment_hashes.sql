-- Positions of a segment whose payload, id or leaf does not give the hash it carries.

with stored_events as (
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
        lower(hex(payload_hash)) as payload_hash_hex,
        lower(hex(leaf_hash)) as leaf_hash_hex
    from read_parquet(getvariable('segment_file'))
)

select position
from stored_events
where
    -- A redacted payload is gone; its hash stays in the leaf.
    coalesce(payload_hash(payload_salt, payload), payload_hash_hex)
    is distinct from payload_hash_hex
    or try_cast(event_id as uuid) is distinct from event_id(
        kind, run_id, subject, schema_version, try_cast(supersedes as uuid), payload_hash_hex
    )
    or leaf_hash_hex is distinct from leaf_hash(
        try_cast(event_id as uuid),
        kind,
        run_id,
        subject,
        revision,
        try_cast(supersedes as uuid),
        schema_version,
        occurred_at,
        recorded_at,
        source,
        payload_hash_hex
    )
order by position;

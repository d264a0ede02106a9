-- The facts_computed events that folds recorded in some segments, with their hashes intact.
--
-- Variables: segment_files, tree_size.

with events as (
    select
        position,
        event_id::uuid as event_id,
        run_id,
        subject,
        revision,
        supersedes::uuid as supersedes,
        schema_version,
        occurred_at,
        recorded_at,
        payload,
        payload_salt,
        lower(hex(payload_hash)) as payload_hash_hex,
        lower(hex(leaf_hash)) as leaf_hash_hex
    from read_parquet(getvariable('segment_files'))
    where
        kind = 'facts_computed'
        and source = 'evalstore:fold'
        and position < getvariable('tree_size')
)

select
    position,
    subject,
    payload
from events
where
    payload_hash(payload_salt, payload::varchar) = payload_hash_hex
    and leaf_hash_hex = leaf_hash(
        event_id,
        'facts_computed',
        run_id,
        subject,
        revision,
        supersedes,
        schema_version,
        occurred_at,
        recorded_at,
        'evalstore:fold',
        payload_hash_hex
    );

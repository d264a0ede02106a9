-- The events of some runs, of some kinds or of all, as the segments have them.
--
-- Variables: segment_files, checked_runs, recorded_kinds (null: all kinds), tree_size.

create or replace temp table recorded_events as
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
    lower(hex(payload_hash)) as payload_hash_hex,
    lower(hex(leaf_hash)) as leaf_hash_hex
from read_parquet(getvariable('segment_files'))
where
    (
        getvariable('recorded_kinds') is null
        or list_contains(getvariable('recorded_kinds'), kind)
    )
    and run_id in (select unnest(getvariable('checked_runs')))
    and position < getvariable('tree_size');

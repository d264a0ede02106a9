-- The events of some runs, and every retraction, as the segments have them up to a size.
--
-- A retraction may name an event of another run.
--
-- Variables: segment_files, checked_runs, tree_size.

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
    (run_id in (select unnest(getvariable('checked_runs'))) or kind = 'retracted')
    and position < getvariable('tree_size');

-- The events that the facts of the run are computed from, with all that their hashes cover.
--
-- Retractions in other runs are among them if they name one of these events, or a retraction that
-- does. Reads recorded_events. Variables: segment_files (those with retractions), explained_run,
-- tree_size, kinds_left_out.

with recursive foreign_retractions as (
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
        payload::varchar as payload,
        payload_salt,
        lower(hex(payload_hash)) as payload_hash_hex,
        lower(hex(leaf_hash)) as leaf_hash_hex,
        try_cast(json_extract_string(payload::varchar, '$.event_id') as uuid) as retracted_id
    from read_parquet(getvariable('segment_files'))
    where
        kind = 'retracted'
        and run_id <> getvariable('explained_run')
        and position < getvariable('tree_size')
),

needed_ids as (
    select event_id
    from recorded_events
    union
    select foreign_retractions.event_id
    from foreign_retractions
    inner join needed_ids on foreign_retractions.retracted_id = needed_ids.event_id
),

bundled_events as (
    select
        recorded_events.* replace (payload::varchar as payload)
    from recorded_events
    where not list_contains(getvariable('kinds_left_out'), kind)
    union all
    select foreign_retractions.* exclude (retracted_id)
    from foreign_retractions
    where event_id in (select needed_ids.event_id from needed_ids)
)

select
    position,
    event_id::varchar as event_id,
    kind,
    run_id,
    subject,
    revision,
    supersedes::varchar as supersedes,
    schema_version,
    epoch_us(occurred_at::timestamp) as occurred_at_us,
    epoch_us(recorded_at::timestamp) as recorded_at_us,
    source,
    payload,
    lower(hex(payload_salt)) as payload_salt,
    payload_hash_hex as payload_hash,
    leaf_hash_hex as leaf_hash
from bundled_events
order by position

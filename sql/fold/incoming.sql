-- The events of the inbox files with their ids, without their payloads, which stay in the files.

create or replace temp table incoming as

with accepted_events as (
    select
        list_position(getvariable('inbox_files'), filename)::bigint as file_number,
        file_row_number,
        kind,
        run_id,
        subject,
        supersedes,
        schema_version,
        occurred_at,
        recorded_at,
        recorded_source(source, filename) as source,
        payload,
        payload_salt,
        -- Only a merged, redacted event comes without its payload but with its hash.
        coalesce(payload_hash(payload_salt, payload), lower(hex(payload_hash)))
            as payload_hash_hex
    from
        read_parquet(
            getvariable('inbox_files'), filename = true, file_row_number = true
        )
)

select
    file_number * 4294967296 + file_row_number as ordinal,
    file_number,
    event_id(kind, run_id, subject, schema_version, supersedes, payload_hash_hex) as event_id,
    kind,
    run_id,
    subject,
    supersedes::uuid as supersedes,
    schema_version::smallint as schema_version,
    occurred_at,
    coalesce(recorded_at, getvariable('recorded_at')) as recorded_at,
    source::source_name as source,
    payload_hash_hex,
    -- Equal subjects have equal keys; unequal ones with equal keys are distinguished later.
    hash(kind, run_id, subject) as subject_key
from accepted_events;

-- What the files of this call say of conflicting runs, with the ids their events will have.
--
-- grain: ordinal

create or replace temp table read_events as

with accepted_events as (
    select
        list_position(getvariable('read_files'), filename)::bigint as file_number,
        file_row_number,
        kind,
        run_id,
        subject,
        supersedes,
        schema_version,
        source,
        payload,
        payload_salt
    from
        read_parquet(
            getvariable('read_files'), filename = true, file_row_number = true
        )
    where run_id in (select conflicting_runs.run_id from conflicting_runs)
),

mapped_sources as (
    select distinct unnest(getvariable('mapped_sources')) as source
),

hashed_events as (
    select
        accepted_events.*,
        payload_hash(payload_salt, payload) as content,
        mapped_sources.source is not null as is_mapped,
        formats.family,
        coalesce(formats.holds_whole_run, false) as holds_whole_run
    from accepted_events
    left join mapped_sources using (source)
    left join formats on source_format(mapped_sources.source) = formats.format
)

select
    file_number * 4294967296 + file_row_number as ordinal,
    kind,
    run_id,
    subject,
    event_id(kind, run_id, subject, schema_version, supersedes, content)::uuid as event_id,
    content,
    payload_salt is not null as is_salted,
    source,
    if(is_mapped, source_sha256(source), '') as sha256,
    is_mapped,
    family,
    holds_whole_run,
    scored_at(kind, source, payload) as scored_at
from hashed_events;

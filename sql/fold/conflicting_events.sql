-- Every revision of the conflicting subjects: those of the log, then the incoming ones.

with conflicting_events as (
    select events.*
    from log.events
    where
        events.run_id between getvariable('first_run_id') and getvariable('last_run_id')
        and events.run_id in (select run_id from touched_runs)
    union all
    select events.*
    from log.events
    where
        events.run_id = ''
        and events.subject in (
            select incoming.subject
            from incoming
            where incoming.run_id = ''
        )
),

known_revisions as (
    select
        kind,
        run_id,
        subject,
        revision,
        null::bigint as ordinal,
        schema_version,
        supersedes,
        payload::varchar as payload,
        payload_hash
    from conflicting_events
    where hash(kind, run_id, subject) in (select subject_key from conflicting_keys)
),

incoming_payloads as (
    select
        list_position(getvariable('inbox_files'), filename)::bigint * 4294967296
        + file_row_number as ordinal,
        payload
    from
        read_parquet(
            getvariable('inbox_files'), filename = true, file_row_number = true
        )
),

incoming_revisions as (
    select
        incoming.kind,
        incoming.run_id,
        incoming.subject,
        null::integer as revision,
        incoming.ordinal,
        incoming.schema_version,
        incoming.supersedes,
        incoming_payloads.payload,
        unhex(incoming.payload_hash_hex) as payload_hash
    from incoming
    inner join incoming_payloads using (ordinal)
    where
        incoming.ordinal in (
            select new_ids.ordinal
            from new_ids
            semi join conflicting_keys using (subject_key)
        )
)

select
    kind,
    run_id,
    subject,
    revision,
    ordinal,
    schema_version,
    supersedes,
    payload,
    payload_hash
from known_revisions
union all
select
    kind,
    run_id,
    subject,
    revision,
    ordinal,
    schema_version,
    supersedes,
    payload,
    payload_hash
from incoming_revisions
order by kind, run_id, subject, revision nulls last, ordinal;

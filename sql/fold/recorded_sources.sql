-- The ingest_recorded events of this fold: one for each source that added events, or that was read
-- by a newer reading of its format than any that is recorded of it.
--
-- The second is for sources that an earlier fold took events from, so that a file whose new
-- reading says the same as the old one is known to have been read by it.
--
-- They belong to no run, so the log is asked for these subjects only. What another store recorded
-- of the same source may come in the same fold; what was recorded already is not said again.
--
-- grain: position

create or replace temp table recorded_sources as

with candidates as (
    select
        unnest(range(len($subjects::varchar[]))) as place,
        unnest($subjects::varchar[]) as subject,
        unnest($payloads::varchar[]) as payload,
        unnest($are_adding::boolean[]) as is_adding
),

recorded_readings as (
    select
        events.subject,
        json_extract_string(events.payload, '$.run_id') as run_id,
        max(
            coalesce(try_cast(json_extract_string(events.payload, '$.reading') as integer), 1)
        ) as reading
    from log.events
    where
        events.run_id = ''
        and events.kind = 'ingest_recorded'
        and events.subject in (
            select candidates.subject
            from candidates
            where not candidates.is_adding
        )
    group by all
),

unrecorded as (
    select distinct subject
    from candidates
    where
        not is_adding
        and subject not in (select recorded_readings.subject from recorded_readings)
),

-- From before sources were recorded: only the batches name them.
older_sources as (
    select distinct unrecorded.subject
    from unrecorded
    inner join log.batches on contains(batches.sources::varchar, unrecorded.subject)
),

recorded as (
    select
        candidates.place,
        candidates.subject,
        candidates.payload
    from candidates
    left join recorded_readings
        on
            candidates.subject = recorded_readings.subject
            and json_extract_string(candidates.payload, '$.run_id')
            is not distinct from recorded_readings.run_id
    left join older_sources on candidates.subject = older_sources.subject
    where
        candidates.is_adding
        or older_sources.subject is not null
        or try_cast(json_extract_string(candidates.payload, '$.reading') as integer)
        > recorded_readings.reading
),

hashed as (
    select
        place,
        subject,
        payload,
        payload_hash(null, payload) as payload_hash_hex
    from recorded
),

named as (
    select
        min(place) as place,
        event_id('ingest_recorded', '', subject, 1, null::uuid, payload_hash_hex) as event_id,
        subject,
        any_value(payload) as payload,
        payload_hash_hex
    from hashed
    group by subject, payload_hash_hex
),

known_revisions as (
    select
        events.event_id,
        events.subject,
        events.revision
    from log.events
    where
        events.run_id = ''
        and events.kind = 'ingest_recorded'
        and events.subject in (select subject from candidates)
    union all
    select
        incoming.event_id,
        incoming.subject,
        accepted_revisions.revision
    from incoming
    inner join accepted_revisions using (ordinal)
    where
        incoming.run_id = ''
        and incoming.kind = 'ingest_recorded'
),

newest_revisions as (
    select
        subject,
        max(revision) as revision
    from known_revisions
    group by all
),

positioned as (
    select
        named.event_id,
        named.subject,
        named.payload,
        named.payload_hash_hex,
        getvariable('tree_size') + row_number() over (order by named.place) - 1 as position,
        coalesce(newest_revisions.revision, 0)
        + row_number() over (partition by named.subject order by named.place) as revision
    from named
    left join newest_revisions using (subject)
    anti join known_revisions on named.event_id = known_revisions.event_id
)

select
    position,
    event_id,
    'ingest_recorded' as kind,
    '' as run_id,
    subject,
    revision::integer as revision,
    getvariable('recorded_at')::timestamp as recorded_at,
    'evalstore:fold' as source,
    payload,
    payload_hash_hex,
    leaf_hash(
        event_id,
        'ingest_recorded',
        '',
        subject,
        revision,
        null::uuid,
        1,
        null::timestamp,
        getvariable('recorded_at')::timestamp,
        'evalstore:fold',
        payload_hash_hex
    ) as leaf_hash_hex
from positioned
order by position;

-- The ingest_recorded events of this fold: one for each source that added events.
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
        unnest($payloads::varchar[]) as payload
),

hashed as (
    select
        place,
        subject,
        payload,
        payload_hash(null, payload) as payload_hash_hex
    from candidates
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

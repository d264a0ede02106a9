-- Pairs of payloads whose texts differ, and that may still be the same content.
--
-- Only where an earlier event of the subject no longer stands, or a salt hides what is equal,
-- does it matter: else the fold finds out by itself.

with withdrawn_subjects as (
    select distinct
        kind,
        run_id,
        subject
    from recorded_events
    where not is_standing
),

doubtful_events as (
    select
        read_events.ordinal,
        read_events.kind,
        read_events.run_id,
        read_events.subject
    from read_events
    left join withdrawn_subjects using (kind, run_id, subject)
    where
        read_events.event_id not in (select recorded_events.event_id from recorded_events)
        and (withdrawn_subjects.subject is not null or read_events.is_salted)
),

read_payloads as (
    select
        list_position(getvariable('read_files'), filename)::bigint * 4294967296
        + file_row_number as ordinal,
        payload
    from
        read_parquet(
            getvariable('read_files'), filename = true, file_row_number = true
        )
)

select
    doubtful_events.ordinal,
    recorded_events.event_id,
    read_payloads.payload as read_payload,
    events.payload::varchar as recorded_payload
from doubtful_events
inner join recorded_events using (kind, run_id, subject)
inner join read_payloads using (ordinal)
inner join log.events on recorded_events.event_id = events.event_id
where events.payload is not null and events.supersedes is null
order by doubtful_events.ordinal, recorded_events.revision

-- Events whose content stands, though a fold would drop it as old or let another one stand.
--
-- grain: kind, run_id, subject

create or replace temp table said_again as

with hidden as (
    select
        kind,
        run_id,
        subject,
        event_id,
        source,
        coalesce(unaided_event_id, newest_event_id) as supersedes
    from decided
    where event_id is not null and content is distinct from unaided_content
),

read_payloads as (
    select
        list_position(getvariable('read_files'), filename)::bigint * 4294967296
        + file_row_number as ordinal,
        schema_version,
        occurred_at,
        payload,
        payload_salt
    from
        read_parquet(
            getvariable('read_files'), filename = true, file_row_number = true
        )
),

read_contents as (
    select
        hidden.kind,
        hidden.run_id,
        hidden.subject,
        min(read_events.ordinal) as ordinal
    from hidden
    inner join read_events using (kind, run_id, subject, event_id)
    group by all
),

read_again as (
    select
        read_contents.kind,
        read_contents.run_id,
        read_contents.subject,
        read_payloads.schema_version,
        read_payloads.occurred_at,
        read_payloads.payload,
        read_payloads.payload_salt
    from read_contents
    inner join read_payloads using (ordinal)
)

select
    hidden.kind,
    hidden.run_id,
    hidden.subject,
    hidden.supersedes,
    hidden.source,
    coalesce(read_again.schema_version, events.schema_version) as schema_version,
    coalesce(read_again.occurred_at, events.occurred_at) as occurred_at,
    coalesce(read_again.payload, events.payload::varchar) as payload,
    coalesce(read_again.payload_salt, events.payload_salt) as payload_salt,
    events.payload_hash
from hidden
left join read_again using (kind, run_id, subject)
left join log.events on hidden.event_id = events.event_id;

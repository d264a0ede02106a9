-- What the log has of conflicting runs: each event, where it came from, and whether it stands.
--
-- A retraction is listed with the event it names, be it in this run or another.
--
-- grain: event_id

create or replace temp table recorded_events as

with retractions as (
    select
        events.event_id as retraction_id,
        try_cast(json_extract_string(events.payload, '$.event_id') as uuid) as event_id,
        events.position,
        events.source,
        json_extract_string(events.payload, '$.reason') as reason
    from log.events
    where events.kind = 'retracted'
),

standing_retractions as (
    select
        retractions.event_id,
        max(retractions.position) as retraction_position,
        arg_max(retractions.source, retractions.position) as retraction_source,
        arg_max(retractions.reason, retractions.position) as retraction_reason
    from retractions
    anti join retractions as withdrawn on retractions.retraction_id = withdrawn.event_id
    group by retractions.event_id
),

superseded_events as (
    select withdrawn_events.event_id
    from log.withdrawn_events
    where withdrawn_events.reason = 'superseded'
),

logged_events as (
    select
        events.position,
        events.event_id,
        events.kind,
        events.run_id,
        events.subject,
        events.revision,
        events.source,
        lower(hex(events.payload_hash)) as content,
        scored_at(events.kind, events.source, events.payload) as scored_at
    from log.events
    where
        events.run_id between getvariable('first_run_id') and getvariable('last_run_id')
        and events.run_id in (select conflicting_runs.run_id from conflicting_runs)
        and events.kind != 'retracted'
)

select
    logged_events.position,
    logged_events.event_id,
    logged_events.kind,
    logged_events.run_id,
    logged_events.subject,
    logged_events.revision,
    logged_events.content,
    logged_events.source,
    source_sha256(logged_events.source) as sha256,
    formats.family,
    logged_events.scored_at,
    standing_retractions.event_id is not null as is_retracted,
    standing_retractions.event_id is null and superseded_events.event_id is null as is_standing,
    standing_retractions.retraction_position,
    standing_retractions.retraction_source,
    source_sha256(standing_retractions.retraction_source) as retraction_sha256,
    retraction_formats.family as retraction_family,
    standing_retractions.retraction_reason
from logged_events
left join standing_retractions using (event_id)
left join superseded_events using (event_id)
left join formats on source_format(logged_events.source) = formats.format
left join formats as retraction_formats
    on source_format(standing_retractions.retraction_source) = retraction_formats.format;

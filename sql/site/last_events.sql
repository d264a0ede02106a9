-- The last event that changes each run, a retraction or redaction among the events of others too.
--
-- A retraction of a retraction changes the run of the event that the other names.
--
-- grain: run_id

create or replace temp view last_events as

with changes as (
    select
        position,
        event_id as change_id,
        try_cast(json_extract_string(payload, '$.event_id') as uuid) as event_id
    from log.events
    where kind in ('retracted', 'redacted')
),

changed_events as (
    select
        changes.position,
        events.run_id,
        events.event_id
    from changes
    inner join log.events on changes.event_id = events.event_id
),

restored_events as (
    select
        changed_events.position,
        events.run_id
    from changed_events
    inner join changes on changed_events.event_id = changes.change_id
    inner join log.events on changes.event_id = events.event_id
),

positions as (
    select
        run_id,
        max(position) as position
    from log.events
    group by run_id
    union all
    select
        run_id,
        position
    from changed_events
    union all
    select
        run_id,
        position
    from restored_events
)

select
    run_id,
    max(position) as last_position
from positions
where run_id != ''
group by run_id

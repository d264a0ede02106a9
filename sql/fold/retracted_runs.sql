-- Runs whose events the new retractions name, or stop retracting: they are touched as well.

insert into touched_runs

with new_retractions as (
    select try_cast(json_extract_string(payload, '$.event_id') as uuid) as event_id
    from new_events
    where kind = 'retracted'
),

named_events as (
    select
        events.run_id,
        events.kind,
        events.payload
    from log.events
    where events.event_id in (select event_id from new_retractions)
),

withdrawn_targets as (
    select try_cast(json_extract_string(payload, '$.event_id') as uuid) as event_id
    from named_events
    where kind = 'retracted'
),

named_runs as (
    select run_id
    from named_events
    union
    select events.run_id
    from log.events
    where events.event_id in (select event_id from withdrawn_targets)
)

select run_id
from named_runs
where run_id not in (select run_id from touched_runs);

-- The runs whose facts changed from a position on, and the month each was first recorded in.
--
-- They are the runs of the events themselves and, as in a fold, those of the events that new
-- retractions name or no longer retract. Parameters: first_position.

create or replace temp table changed_runs as

with later_events as (
    select
        run_id,
        kind,
        payload
    from log.events
    where position >= $first_position
),

named_events as (
    select
        events.run_id,
        events.kind,
        events.payload
    from log.events
    where
        events.event_id in (
            select try_cast(json_extract_string(later_events.payload, '$.event_id') as uuid)
            from later_events
            where later_events.kind = 'retracted'
        )
),

targets as (
    select events.run_id
    from log.events
    where
        events.event_id in (
            select try_cast(json_extract_string(named_events.payload, '$.event_id') as uuid)
            from named_events
            where named_events.kind = 'retracted'
        )
),

touched_runs as (
    select run_id from later_events
    union
    select run_id from named_events
    union
    select run_id from targets
)

select
    run_id,
    strftime(min(recorded_at), '%Y-%m') as month
from log.events
where run_id in (select touched_runs.run_id from touched_runs) and run_id != ''
group by run_id

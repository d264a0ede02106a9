-- Retractions that name an event the log does not hold.

with retractions as (
    select
        event_id,
        try_cast(json_extract_string(payload, '$.event_id') as uuid) as named_event_id
    from log.current_events
    where kind = 'retracted'
)

select
    event_id,
    named_event_id
from retractions
where
    not exists (
        select 1
        from log.events
        where events.event_id = retractions.named_event_id
    )
order by event_id

-- How many recorded events have lost their payload, and how many of them no event explains.

with redacted_events as (
    select try_cast(json_extract_string(payload, '$.event_id') as uuid) as event_id
    from recorded_events
    where kind = 'redacted'
)

select
    count(*) as event_count,
    count(*) filter (
        where event_id not in (
            select redacted_events.event_id
            from redacted_events
            where redacted_events.event_id is not null
        )
    ) as unexplained_count,
    min(position) as first_position
from recorded_events
where payload is null;

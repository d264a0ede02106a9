-- How many events of each kind, from which source, the explained rows rest on.

select
    kind,
    source,
    count(*) as event_count,
    min(position) as first_position,
    max(position) as last_position
from recorded_events
where position in (select position from explained_events)
group by kind, source
order by first_position

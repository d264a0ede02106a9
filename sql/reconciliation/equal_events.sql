-- Give read events the identity of the recorded event that has the same content.

update read_events
set
    event_id = recorded_events.event_id,
    content = recorded_events.content
from (
    select
        unnest($ordinals::bigint[]) as ordinal,
        unnest($event_ids::uuid[]) as event_id
) as equal_events
inner join recorded_events using (event_id)
where read_events.ordinal = equal_events.ordinal;

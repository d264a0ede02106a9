-- The events that explained rows rest on, each once, as the segments have them.

select
    position,
    event_id::varchar as event_id,
    kind,
    subject,
    revision,
    source,
    leaf_hash_hex as leaf_hash
from recorded_events
where position in (select position from explained_events)
order by position

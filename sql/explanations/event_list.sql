-- The events at these positions, each once, as the segments have them.
--
-- Parameters: positions.

select
    position,
    event_id::varchar as event_id,
    kind,
    subject,
    revision,
    source,
    leaf_hash_hex as leaf_hash
from recorded_events
where position in (select unnest($positions::bigint[]))
order by position

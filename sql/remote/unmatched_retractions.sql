-- How many retractions from a position on name an event that the log does not have.
--
-- Parameters: first_position.

with named as (
    select try_cast(json_extract_string(payload, '$.event_id') as uuid) as event_id
    from log.events
    where position >= $first_position and kind = 'retracted'
)

select count(*) as retraction_count
from named
anti join log.events using (event_id);

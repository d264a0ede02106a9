-- How many new retractions name an event that neither the log nor the batch has.

with named as (
    select try_cast(json_extract_string(payload, '$.event_id') as uuid) as event_id
    from new_events
    where kind = 'retracted'
),

known as (
    select event_id
    from log.events
    union all
    select event_id
    from new_events
)

select count(*) as retraction_count
from named
anti join known using (event_id);

-- Positions of log.events whose batch is not the one that recorded them.

select events.position
from log.events
left join log.batches
    on
        events.batch_id = batches.batch_id
        and events.position between batches.first_position and batches.last_position
where batches.batch_id is null
order by events.position;

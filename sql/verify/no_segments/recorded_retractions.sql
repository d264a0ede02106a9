-- No retractions: no segment has any.

create or replace temp table recorded_retractions as
select
    event_id,
    payload
from log.events
where false;

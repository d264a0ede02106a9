-- Every retraction in the bundle.

create temp view all_retractions as
select
    event_id,
    payload
from log.events
where kind = 'retracted';

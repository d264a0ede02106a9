-- Every retraction there is, since one may name an event of another run.

create or replace temp view all_retractions as
select
    events.event_id,
    events.payload
from log.events
where events.kind = 'retracted'
union all
select
    event_id,
    payload
from new_events
where kind = 'retracted';

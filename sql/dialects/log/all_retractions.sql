-- Every retraction there is, since one may name an event of another run.

select
    events.event_id,
    events.payload
from log.events
where events.kind = 'retracted'

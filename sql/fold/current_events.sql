-- The newest, unretracted revisions among the touched events.

create or replace temp view current_events as
select
    touched_events.position,
    touched_events.event_id,
    touched_events.kind,
    touched_events.run_id,
    touched_events.subject,
    touched_events.revision,
    touched_events.occurred_at,
    touched_events.source,
    touched_events.payload
from touched_events
where touched_events.event_id not in (select event_id from withdrawn_events);

-- No events but those of the log: for computing facts anew.

create or replace temp table new_events as
select
    position,
    event_id,
    kind,
    run_id,
    subject,
    revision,
    occurred_at,
    source,
    payload
from log.events
where false;

-- No new events: to recompute facts from the log alone.

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

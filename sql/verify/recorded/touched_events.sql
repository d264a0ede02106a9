-- The events that facts are computed from, as the segments have them.

create or replace temp view touched_events as
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
from recorded_events;

-- Every event of the touched runs: those of the log and those of this fold that have a run.

create or replace temp view touched_events as
select
    events.position,
    events.event_id,
    events.kind,
    events.run_id,
    events.subject,
    events.revision,
    events.occurred_at,
    events.source,
    events.payload
from log.events
where
    events.run_id between getvariable('first_run_id') and getvariable('last_run_id')
    and events.run_id in (select run_id from touched_runs)
union all
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
from new_events
where run_id <> '';

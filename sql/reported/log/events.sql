-- The log, as far as it is about the runs that are looked at.

create or replace view log.events as
select
    events.run_id,
    events.event_id,
    events.kind,
    events.subject,
    events.revision,
    events.source,
    events.payload
from evalstore.log.events
where
    events.run_id between getvariable('first_run_id') and getvariable('last_run_id')
    and events.run_id in (select looked_at_runs.run_id from looked_at.looked_at_runs);

-- The events of the run.

create temp view touched_events as
select *
from log.events
where run_id = getvariable('run_id');

-- What the log holds of the touched runs already, without payloads.
--
-- The bounds are literals, so that only the row groups of these runs are read. What the folds of
-- another store recorded themselves has no run, and is looked up by its subjects.

create or replace temp table known_events as
select
    events.event_id,
    events.revision,
    hash(events.kind, events.run_id, events.subject) as subject_key
from log.events
where
    events.run_id between getvariable('first_run_id') and getvariable('last_run_id')
    and events.run_id in (select run_id from touched_runs)
union all
select
    events.event_id,
    events.revision,
    hash(events.kind, events.run_id, events.subject) as subject_key
from log.events
where
    events.run_id = ''
    and events.subject in (
        select incoming.subject
        from incoming
        where incoming.run_id = ''
    );

-- The runs of the log, but for those of which a partial replica lacks events.
--
-- Parameters: incomplete_runs.

create or replace temp table touched_runs as
select distinct run_id
from log.events
where not list_contains($incomplete_runs::varchar[], run_id);

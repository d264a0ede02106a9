-- The runs whose facts changed since a checkpoint, of which sql/queries/changed_runs has more.

create or replace temp table touched_runs as
select run_id
from changed_runs;

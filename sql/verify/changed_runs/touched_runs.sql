-- The runs whose facts changed since a checkpoint; sql/queries/changed_runs has more about them.

create or replace temp table touched_runs as
select run_id
from changed_runs;

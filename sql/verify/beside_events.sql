-- The events of some runs that change nothing of their facts but the decisions.
--
-- Variables: segment_files, checked_runs, tree_size. Parameters: kinds_beside.

create or replace temp table beside_events as
select event_id::uuid as event_id
from read_parquet(getvariable('segment_files'))
where
    list_contains(getvariable('checked_runs'), run_id)
    and position < getvariable('tree_size')
    and list_contains($kinds_beside, kind);

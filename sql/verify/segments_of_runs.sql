-- Of some segments, those that may hold events of some runs, by the bounds of their row groups.
--
-- Parameters: files, run_ids.

with row_groups as (
    select
        file_name,
        stats_min_value as first_run_id,
        stats_max_value as last_run_id
    from parquet_metadata($files)
    where path_in_schema = 'run_id'
),

asked_runs as (
    select unnest($run_ids::varchar[]) as run_id
)

select distinct row_groups.file_name
from row_groups
inner join asked_runs
    on coalesce(
        asked_runs.run_id between row_groups.first_run_id and row_groups.last_run_id, true
    )
order by row_groups.file_name;

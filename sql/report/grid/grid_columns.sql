-- The columns of the grid, one for each system of each run.
--
-- Columns of one run are adjacent, or with $is_by_run those of one system.
--
-- Parameters: run_ids in their order, system_ids (empty selects all systems), is_by_run.
--
-- grain: column_number

create or replace temp table grid_columns as

with sides as (
    select distinct run_id, system_id
    from grid_attempts
)

select
    (row_number() over (
        order by
            if($is_by_run, system_id, null),
            list_position($run_ids::varchar[], run_id),
            system_id
    ) - 1)::integer as column_number,
    run_id,
    system_id
from sides
where len($system_ids::varchar[]) = 0 or list_contains($system_ids::varchar[], system_id)

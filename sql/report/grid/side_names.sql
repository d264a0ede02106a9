-- The run and the system of each column.
--
-- grain: column_number

select
    grid_columns.column_number,
    run_id,
    grid_columns.system_id,
    runs.started_at,
    runs.git_sha
from grid_columns
left join facts.runs using (run_id)
order by grid_columns.column_number

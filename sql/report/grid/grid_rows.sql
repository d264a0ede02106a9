-- The rows of the grid, a case each, in the order of their ids.
--
-- shown_run_id is the run of the first column that has the case; its prompt is shown.
--
-- grain: row_id

create or replace temp table grid_rows as

select
    (row_number() over (order by case_id) - 1)::integer as row_id,
    case_id,
    arg_min(run_id, column_number) as shown_run_id
from grid_cells
group by case_id

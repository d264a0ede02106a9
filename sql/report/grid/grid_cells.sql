-- The cells of the grid: of each case and column the attempt that is shown.
--
-- It is the attempt that represents the case (facts.scored), else the last one.
--
-- grain: column_number, case_id

create or replace temp table grid_cells as

select
    grid_columns.column_number,
    run_id,
    system_id,
    grid_attempts.case_id,
    coalesce(
        max(grid_attempts.attempt) filter (where grid_attempts.is_shown),
        max(grid_attempts.attempt)
    ) as attempt,
    count(distinct grid_attempts.attempt) as attempt_count
from grid_attempts
inner join grid_columns using (run_id, system_id)
group by all

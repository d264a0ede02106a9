-- The cells of the grid: of each case and column the attempt that is shown.
--
-- It is the attempt that represents the case (facts.scored), else the last one.
--
-- grain: column_number, case_id

create or replace temp table grid_cells as

with attempts as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        represents_case and is_primary_validator as is_shown
    from facts.scored
    union all
    select
        run_id,
        system_id,
        case_id,
        attempt,
        false as is_shown
    from facts.unjudged
    union all
    select
        run_id,
        system_id,
        case_id,
        attempt,
        false as is_shown
    from facts.responses
)

select
    grid_columns.column_number,
    run_id,
    system_id,
    attempts.case_id,
    coalesce(max(attempts.attempt) filter (where attempts.is_shown), max(attempts.attempt))
        as attempt,
    count(distinct attempts.attempt) as attempt_count
from attempts
inner join grid_columns using (run_id, system_id)
group by all

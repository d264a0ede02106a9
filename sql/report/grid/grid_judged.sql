-- The verdicts on the attempts that the grid shows.
--
-- place is 1 for the verdict that the grid shows by default: that of the primary validator, else
-- of the first by name. outcome is the status of the response if there is no verdict.
--
-- grain: row_id, column_number, validator_id

create or replace temp table grid_judged as

select
    grid_rows.row_id,
    grid_cells.column_number,
    scored.validator_id,
    coalesce(scored.outcome, scored.status) as outcome,
    scored.score,
    scored.value,
    scored.expected,
    row_number() over (
        partition by grid_rows.row_id, grid_cells.column_number
        order by scored.is_primary_validator desc, scored.validator_id
    ) as place
from facts.scored
inner join grid_cells using (run_id, system_id, case_id, attempt)
inner join grid_rows using (case_id)

-- The numbers of each column: what responses state, a text each, separated by commas.
--
-- attempts is 0 for a case that the column does not have. other_prompts has a 1 for each case
-- whose prompt differs from the one shown.
--
-- grain: column_number

with placed as (
    select
        grid_rows.row_id,
        grid_cells.column_number,
        grid_cells.attempt_count,
        responses.confidence,
        round(responses.latency_ms)::bigint as latency_ms,
        responses.cost_usd,
        coalesce(cases.prompt_sha256 <> shown.prompt_sha256, false) as has_other_prompt
    from grid_cells
    inner join grid_rows using (case_id)
    left join facts.responses using (run_id, system_id, case_id, attempt)
    left join facts.cases
        on grid_cells.run_id = cases.run_id and grid_cells.case_id = cases.case_id
    left join facts.cases as shown
        on grid_rows.shown_run_id = shown.run_id and grid_rows.case_id = shown.case_id
)

select
    grid_columns.column_number,
    string_agg(coalesce(placed.attempt_count, 0)::varchar, ',' order by grid_rows.row_id)
        as attempts,
    string_agg(if(placed.has_other_prompt, '1', '0'), '' order by grid_rows.row_id)
        as other_prompts,
    string_agg(coalesce(round(placed.confidence, 4)::varchar, ''), ',' order by grid_rows.row_id)
        as confidence,
    string_agg(coalesce(placed.latency_ms::varchar, ''), ',' order by grid_rows.row_id)
        as latency_ms,
    string_agg(coalesce(round(placed.cost_usd, 6)::varchar, ''), ',' order by grid_rows.row_id)
        as cost_usd
from grid_rows
cross join grid_columns
left join placed
    on
        grid_rows.row_id = placed.row_id
        and grid_columns.column_number = placed.column_number
group by grid_columns.column_number
order by grid_columns.column_number

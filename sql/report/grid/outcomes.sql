-- The outcomes and scores of each column by validator, as one text each.
--
-- The empty validator_id is the verdict shown by default, or the status of a response that no
-- validator judged. Outcomes are letters, their places in outcome_words; a dot marks a cell
-- without one. Scores are separated by commas; what a validator measured is its score.
--
-- grain: validator_id, column_number

with shown as (
    select
        row_id,
        column_number,
        validator_id,
        outcome,
        coalesce(score, value) as score
    from grid_judged
    union all
    select
        grid_rows.row_id,
        grid_cells.column_number,
        '' as validator_id,
        coalesce(grid_judged.outcome, responses.status) as outcome,
        coalesce(grid_judged.score, grid_judged.value) as score
    from grid_cells
    inner join grid_rows using (case_id)
    left join facts.responses using (run_id, system_id, case_id, attempt)
    left join grid_judged
        on
            grid_rows.row_id = grid_judged.row_id
            and grid_cells.column_number = grid_judged.column_number
            and grid_judged.place = 1
),

words as (
    select list_sort(list(distinct outcome)) as outcome_words
    from shown
),

validators as (
    select distinct validator_id
    from shown
)

select
    validators.validator_id,
    grid_columns.column_number,
    to_json(any_value(words.outcome_words))::varchar as outcome_words,
    string_agg(
        coalesce(chr((96 + list_position(words.outcome_words, shown.outcome))::integer), '.'), ''
        order by grid_rows.row_id
    ) as outcomes,
    string_agg(coalesce(round(shown.score, 4)::varchar, ''), ',' order by grid_rows.row_id)
        as scores
from grid_rows
cross join grid_columns
cross join validators
cross join words
left join shown
    on
        grid_rows.row_id = shown.row_id
        and grid_columns.column_number = shown.column_number
        and validators.validator_id = shown.validator_id
group by validators.validator_id, grid_columns.column_number
order by validators.validator_id, grid_columns.column_number

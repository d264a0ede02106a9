-- The values of one metric by case (case_values), a text for each column and variant.
--
-- A case that several validators judged has the value by its primary one, else by the first.
--
-- grain: variant, column_number

with chosen_values as (
    select
        case_values.variant,
        grid_rows.row_id,
        grid_columns.column_number,
        arg_min(
            case_values.value,
            if(case_values.is_primary_validator, '0', '1') || case_values.validator_id
        ) as value
    from case_values
    inner join grid_columns using (run_id, system_id)
    inner join grid_rows using (case_id)
    where case_values.slice_name = 'all'
    group by all
),

variants as (
    select distinct variant
    from chosen_values
)

select
    variants.variant,
    grid_columns.column_number,
    string_agg(coalesce(round(chosen_values.value, 4)::varchar, ''), ',' order by grid_rows.row_id)
        as metric_values
from grid_rows
cross join grid_columns
cross join variants
left join chosen_values
    on
        grid_rows.row_id = chosen_values.row_id
        and grid_columns.column_number = chosen_values.column_number
        and variants.variant = chosen_values.variant
group by variants.variant, grid_columns.column_number
order by variants.variant, grid_columns.column_number

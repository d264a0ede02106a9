-- The slices of the cases, one row a name: its values, and their numbers by row.
--
-- A case with several values of a name has their numbers with a dot between them. Names with more
-- than $value_limit values are left out.
--
-- grain: slice_name

with members as (
    select distinct
        grid_rows.row_id,
        case_slices.slice_name,
        case_slices.slice_value
    from facts.case_slices
    inner join grid_rows
        on
            case_slices.run_id = grid_rows.shown_run_id
            and case_slices.case_id = grid_rows.case_id
    where
        case_slices.slice_name <> 'all'
        and case_slices.slice_value is not null
),

slice_names as (
    select
        slice_name,
        list_sort(list(distinct slice_value)) as slice_values
    from members
    group by slice_name
    having count(distinct slice_value) between 2 and $value_limit
),

codes as (
    select
        members.slice_name,
        members.row_id,
        string_agg(
            (list_position(slice_names.slice_values, members.slice_value) - 1)::varchar, '.'
            order by members.slice_value
        ) as code
    from members
    inner join slice_names using (slice_name)
    group by all
)

select
    slice_names.slice_name,
    to_json(any_value(slice_names.slice_values))::varchar as slice_values,
    string_agg(coalesce(codes.code, ''), ',' order by grid_rows.row_id) as codes
from slice_names
cross join grid_rows
left join codes using (slice_name, row_id)
group by slice_names.slice_name
order by slice_names.slice_name

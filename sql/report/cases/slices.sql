-- The slices of the cases of one run, one row a name: its values, and their numbers by case.
--
-- A case that has several values of a name has their numbers with a dot between. Names with more
-- values than a reader would choose from are left out, unless the page has numbers of them.
--
-- grain: slice_name

with page_cases as (
    select distinct case_number, case_id
    from page_rows
),

members as (
    select distinct
        page_cases.case_number,
        case_slices.slice_name,
        case_slices.slice_value
    from facts.case_slices
    inner join page_cases using (case_id)
    where
        case_slices.run_id = $run_id
        and case_slices.slice_name <> 'all'
        and case_slices.slice_value is not null
),

distinct_values as (
    select distinct slice_name, slice_value
    from members
),

slice_values as (
    select
        slice_name,
        slice_value,
        row_number() over (partition by slice_name order by slice_value) - 1 as value_number,
        count(*) over (partition by slice_name) as value_count
    from distinct_values
),

chosen_values as (
    select *
    from slice_values
    where
        value_count <= $value_limit
        or list_contains($slice_names, slice_name)
),

codes as (
    select
        members.slice_name,
        members.case_number,
        string_agg(chosen_values.value_number::varchar, '.' order by value_number) as code
    from members
    inner join chosen_values using (slice_name, slice_value)
    group by all
),

names as (
    select
        slice_name,
        to_json(list(slice_value order by value_number))::varchar as slice_values
    from chosen_values
    group by all
)

select
    names.slice_name,
    names.slice_values,
    string_agg(coalesce(codes.code, ''), ',' order by page_cases.case_number) as codes
from names
cross join page_cases
left join codes using (slice_name, case_number)
group by all
order by names.slice_name

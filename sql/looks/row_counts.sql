-- How many values a run has of each slice, and how many systems, so that levels can be shared.
--
-- A gate over every value of a slice may decide on each of them for each system, also on those
-- that no answer came of yet.
--
-- Parameters: run_id.
--
-- grain: slice_name

with asked_systems as (
    select len(list_filter(systems, lambda name: not list_contains(controls, name))) as counted
    from facts.runs
    where run_id = $run_id
)

select
    case_slices.slice_name,
    count(distinct case_slices.slice_value) as value_count,
    (select greatest(coalesce(max(counted), 1), 1) from asked_systems) as system_count
from facts.case_slices as case_slices
where case_slices.run_id = $run_id
group by case_slices.slice_name

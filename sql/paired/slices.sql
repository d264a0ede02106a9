-- The slices that two runs have, of cases and of what attempts used.
--
-- Parameters: left_run_id, right_run_id.
--
-- grain: slice_name, slice_value

with slices as (
    select
        run_id,
        slice_name,
        slice_value
    from facts.case_slices
    union all
    select
        run_id,
        slice_name,
        slice_value
    from facts.sliced_attempts
)

select distinct
    slice_name,
    slice_value
from slices
where run_id in ($left_run_id, $right_run_id)
order by
    slice_name,
    slice_value

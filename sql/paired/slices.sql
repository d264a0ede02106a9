-- The slices that two runs have.
--
-- Parameters: left_run_id, right_run_id.
--
-- grain: slice_name, slice_value

select distinct
    slice_name,
    slice_value
from facts.case_slices
where run_id in ($left_run_id, $right_run_id)
order by
    slice_name,
    slice_value

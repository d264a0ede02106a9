-- The names of the slices that two runs have.
--
-- Parameters: left_run_id, right_run_id.
--
-- grain: slice_name

select distinct slice_name
from facts.sliced
where run_id in ($left_run_id, $right_run_id)
order by slice_name

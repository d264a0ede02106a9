-- The scored rows that a bootstrap draws from: those of one run in the slices that were asked for.

select sliced.*
from facts.sliced
where
    sliced.run_id = $run_id
    and sliced.slice_name = $slice_name
    and coalesce(sliced.slice_value = $slice_value, $slice_value is null)
    and coalesce(sliced.system_id = $system_id, $system_id is null)
    and coalesce(sliced.validator_id = $validator_id, $validator_id is null)

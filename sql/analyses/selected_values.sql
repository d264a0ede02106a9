-- The values that a bootstrap puts an interval around.

select
    system_id,
    validator_id,
    slice_name,
    slice_value,
    variant,
    value,
    scored_count
from selected_metrics
where
    metric = $metric
    and run_id = $run_id
    and slice_name = $slice_name
    and coalesce(slice_value = $slice_value, $slice_value is null)
    and coalesce(system_id = $system_id, $system_id is null)
    and coalesce(validator_id = $validator_id, $validator_id is null)
    and coalesce(variant = $variant, $variant is null)
order by system_id, validator_id, slice_name, slice_value, variant

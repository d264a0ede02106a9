-- Rows of the union of all metrics; a null parameter leaves its column open.

select
    metric,
    run_id,
    system_id,
    slice_name,
    slice_value,
    validator_id,
    is_primary_validator,
    variant,
    value,
    scored_count,
    missing_count,
    error_count,
    unscored_count,
    ci_low,
    ci_high,
    unit,
    better
from metrics.all_metrics
where
    metric = $metric
    and slice_name = $slice_name
    and coalesce(slice_value = $slice_value, $slice_value is null)
    and coalesce(run_id = $run_id, $run_id is null)
    and coalesce(system_id = $system_id, $system_id is null)
    and coalesce(validator_id = $validator_id, $validator_id is null)
    and coalesce(variant = $variant, $variant is null)

-- The asked metrics of one run for some kinds of slices, the primary validator first.
--
-- Parameters: run_id, slice_names, levels (slice values with an order of their own).

select
    metric,
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
from selected_metrics
where
    run_id = $run_id
    and list_contains($slice_names, slice_name)
order by
    is_primary_validator desc,
    validator_id,
    metric,
    variant,
    list_position($levels::varchar[], slice_value),
    slice_value,
    system_id

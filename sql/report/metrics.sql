-- The selected metrics of a range of runs for some slice names, the primary validator first.
--
-- Parameters: first_run_id and last_run_id (by which planning finds the range in every table),
-- slice_names, levels (slice values with an order of their own).

select
    run_id,
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
    run_id between $first_run_id and $last_run_id
    and list_contains($slice_names, slice_name)
order by
    run_id,
    is_primary_validator desc,
    validator_id,
    metric,
    variant,
    list_position($levels::varchar[], slice_value),
    slice_value,
    system_id

-- The metrics of abstention over all cards of one run, for every system and mapping.

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
    and slice_name = 'all'
order by
    system_id,
    variant,
    metric

-- One metric in one run, for every value of a slice, every system and validator.

select
    system_id,
    validator_id,
    is_primary_validator,
    variant,
    slice_value,
    value,
    ci_low,
    ci_high,
    scored_count,
    missing_count,
    error_count,
    unscored_count,
    unit,
    better
from selected_metrics
where
    metric = $metric
    and run_id = $run_id
    and slice_name = $slice_name
order by slice_value, system_id, validator_id, variant

-- Every metric of a run that is one number, over all its cases.

select
    metric,
    system_id,
    variant,
    value,
    ci_low,
    ci_high,
    scored_count,
    unit,
    better
from metrics.all_metrics
where
    run_id = 'capitals-nightly-2'
    and slice_name = 'all'
    and (is_primary_validator or validator_id is null)
order by metric, system_id, variant;

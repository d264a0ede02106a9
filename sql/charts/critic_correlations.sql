-- One run's correlations of uncertainty and error, for every system.

select
    metric,
    system_id,
    value,
    ci_low,
    ci_high
from selected_metrics
where
    run_id = $run_id
    and slice_name = $slice_name
    and slice_value = $slice_value
order by system_id, metric

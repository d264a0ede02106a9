-- What the metrics of `selected_metrics` are for a run, the variants of each in order.
--
-- Parameters: run_id.

select
    system_id,
    metric,
    validator_id,
    slice_name,
    slice_value,
    variant,
    value,
    ci_low,
    ci_high
from selected_metrics
where run_id = $run_id
order by variant

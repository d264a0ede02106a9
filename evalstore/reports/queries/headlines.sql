-- The rows of a run among some metrics that have a value, the primary validator's only.
--
-- Parameters: run_id, metrics.
--
-- grain: metric, system_id, slice_name, slice_value, validator_id, variant

select
    metric,
    system_id,
    slice_name,
    slice_value,
    validator_id,
    variant
from selected_metrics
where
    run_id = $run_id
    and is_primary_validator
    and value is not null
    and (slice_name = 'all' or (slice_name = 'domain' and metric = 'accuracy'))
order by
    list_position($metrics::varchar[], metric),
    slice_name,
    slice_value,
    system_id,
    variant

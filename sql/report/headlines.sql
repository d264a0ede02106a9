-- The rows of a run among some metrics that have a value, those of controls aside.
--
-- They are the primary validator's, of a metric that it has no row of, as those of phenomenology
-- beside factual, every validator's.
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
    and value is not null
    and system_id not in (
        select controls.system_id
        from facts.controls
        where controls.run_id = $run_id
    )
    and (slice_name = 'all' or (slice_name = 'domain' and metric = 'accuracy'))
qualify is_primary_validator or not bool_or(is_primary_validator) over (partition by metric)
order by
    list_position($metrics::varchar[], metric),
    slice_name,
    slice_value,
    system_id,
    validator_id,
    variant

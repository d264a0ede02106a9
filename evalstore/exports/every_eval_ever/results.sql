-- The numbers of one system in a run, as results of every_eval_ever 0.3: all slices, all judges.
--
-- A number without a value is none of them. The interval is the metric's own, of 95 %.
--
-- Parameters: run_id, system_id.
--
-- grain: metric, validator_id, variant, slice_name, slice_value

select
    metric,
    validator_id,
    variant,
    slice_name,
    slice_value,
    value,
    ci_low,
    ci_high,
    unit,
    better,
    scored_count
from metrics.all_metrics
where
    run_id = $run_id
    and system_id = $system_id
    and value is not null
order by
    metric, validator_id, variant, slice_name, slice_value;

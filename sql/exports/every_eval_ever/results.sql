-- The numbers of one system in a run, as results of every_eval_ever 0.3: all slices of cases, all
-- judges.
--
-- Slices of what attempts used are left out, since lines hold neither tools nor costs. A number
-- without a value is none of them. The interval is the metric's own, of 95 %.
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
    and slice_name not in ('called_tool', 'tool_errors', 'tokens_used', 'cost_usd')
    and value is not null
order by
    metric, validator_id, variant, slice_name, slice_value;

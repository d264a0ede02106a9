-- One metric over all runs, oldest first: by the time of the commit, else of the start.

select
    asked_metrics.run_id,
    asked_metrics.system_id,
    asked_metrics.validator_id,
    asked_metrics.is_primary_validator,
    asked_metrics.variant,
    asked_metrics.slice_value,
    asked_metrics.value,
    asked_metrics.ci_low,
    asked_metrics.ci_high,
    asked_metrics.scored_count,
    asked_metrics.unit,
    asked_metrics.better,
    runs.suite,
    runs.git_sha,
    strftime(coalesce(runs.committed_at, runs.started_at), '%Y-%m-%d') as run_date
from asked_metrics
inner join facts.runs using (run_id)
where
    asked_metrics.metric = $metric
    and asked_metrics.slice_name = $slice_name
    and asked_metrics.slice_value = $slice_value
order by
    coalesce(runs.committed_at, runs.started_at) nulls first,
    runs.started_at nulls first,
    asked_metrics.run_id,
    asked_metrics.system_id,
    asked_metrics.validator_id,
    asked_metrics.variant

-- One metric over all runs, oldest first: by the time of the commit, else of the start.

select
    all_metrics.run_id,
    all_metrics.system_id,
    all_metrics.validator_id,
    all_metrics.is_primary_validator,
    all_metrics.variant,
    all_metrics.slice_value,
    all_metrics.value,
    all_metrics.ci_low,
    all_metrics.ci_high,
    all_metrics.scored_count,
    all_metrics.unit,
    all_metrics.better,
    runs.suite,
    runs.git_sha,
    strftime(coalesce(runs.committed_at, runs.started_at), '%Y-%m-%d') as run_date
from metrics.all_metrics
inner join facts.runs using (run_id)
where
    all_metrics.metric = $metric
    and all_metrics.slice_name = $slice_name
    and all_metrics.slice_value = $slice_value
order by
    coalesce(runs.committed_at, runs.started_at) nulls first,
    runs.started_at nulls first,
    all_metrics.run_id,
    all_metrics.system_id

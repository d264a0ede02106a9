-- One metric over all runs, oldest first: by the time of the commit, else of the start.
--
-- Controls are left out, unless a system is named.

select
    selected_metrics.run_id,
    selected_metrics.system_id,
    selected_metrics.validator_id,
    selected_metrics.is_primary_validator,
    selected_metrics.variant,
    selected_metrics.slice_value,
    selected_metrics.value,
    selected_metrics.ci_low,
    selected_metrics.ci_high,
    selected_metrics.scored_count,
    selected_metrics.unit,
    selected_metrics.better,
    runs.suite,
    runs.git_sha,
    strftime(coalesce(runs.committed_at, runs.started_at), '%Y-%m-%d') as run_date
from selected_metrics
inner join facts.runs using (run_id)
where
    selected_metrics.metric = $metric
    and selected_metrics.slice_name = $slice_name
    and selected_metrics.slice_value = $slice_value
    and (
        $system_id is not null
        or (selected_metrics.run_id, selected_metrics.system_id) not in (
            select (controls.run_id, controls.system_id)
            from facts.controls
        )
    )
order by
    coalesce(runs.committed_at, runs.started_at) nulls first,
    runs.started_at nulls first,
    selected_metrics.run_id,
    selected_metrics.system_id,
    selected_metrics.validator_id,
    selected_metrics.variant

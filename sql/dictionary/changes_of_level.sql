-- From which commit on a metric is at another level, as detectors found it.

select
    metric,
    system_id,
    slice_name,
    slice_value,
    direction,
    at_run_id,
    git_sha,
    mean_before,
    mean_after
from facts.trends
where not is_foreign
order by metric, system_id, slice_name, slice_value, at_run_id;

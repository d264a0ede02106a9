-- The metrics that count and did not pass.

create or replace temp macro deepeval_failed(metrics) as
list_filter(
    coalesce(metrics, []),
    lambda metric: metric.is_flaky is null and not coalesce(metric.success, false)
);

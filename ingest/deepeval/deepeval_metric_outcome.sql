-- What a metric found: DeepEval holds it against its threshold, infinite or not. Without a score,
-- or with an error beside it, it broke down.

create or replace temp macro deepeval_metric_outcome(metric) as
case
    when metric.error is not null then 'error'
    when metric.score_text is not null and metric.success then 'right'
    when metric.score_text is not null and not metric.success then 'wrong'
    when metric.is_unscored then 'unscored'
    when metric.score is null then 'error'
    when metric.success then 'right'
    when not metric.success then 'wrong'
    else 'unscored'
end;

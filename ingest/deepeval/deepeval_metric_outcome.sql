-- What a metric found: DeepEval holds it against its threshold. Without a score it broke down.

create or replace temp macro deepeval_metric_outcome(metric) as
case
    when metric.is_unscored then 'unscored'
    when metric.score is null then 'error'
    when metric.success then 'right'
    when not metric.success then 'wrong'
    else 'unscored'
end;

-- The payload of verdict_recorded, of one metric of a test case: whether it passed.

create or replace temp macro deepeval_metric_payload(case_id, system_id, attempt, metric) as
json_object(
    'case_id', case_id,
    'system_id', system_id,
    'attempt', attempt,
    'validator_id', deepeval_metric_name('metric', metric),
    'outcome', deepeval_metric_outcome(metric),
    'reason', coalesce(
        metric.error,
        metric.reason,
        case
            when metric.score_text is not null then format('the metric gave {}', metric.score_text)
            when metric.is_unscored then 'the metric gave no number'
            when metric.score is null then 'the metric gave no score'
            when metric.success is null then 'DeepEval does not say whether it passed'
            else format('the metric gave {}', metric.score)
        end
    ),
    'metric_score', metric.score,
    'threshold', metric.threshold,
    'is_strict', metric.is_strict,
    'is_flaky', metric.is_flaky,
    'judge', case
        when metric.model is not null or metric.cost_usd > 0 or metric.tokens_in is not null
            then json_object(
                'model', metric.model,
                'tokens_in', metric.tokens_in,
                'tokens_out', metric.tokens_out,
                'cost_usd', metric.cost_usd
            )
    end
);

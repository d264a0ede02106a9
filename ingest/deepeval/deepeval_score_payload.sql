-- The payload of verdict_recorded, of the number that one metric of a test case gave.

create or replace temp macro deepeval_score_payload(
    case_id, system_id, attempt, metric, is_share
) as
json_object(
    'case_id', case_id,
    'system_id', system_id,
    'attempt', attempt,
    'validator_id', deepeval_metric_name('score', metric),
    'outcome', case
        when metric.score is null or metric.error is not null then 'unscored'
        when not is_share then 'measured'
        when metric.score not between 0 and 1 then 'unscored'
        when metric.score >= 0.5 then 'right'
        else 'wrong'
    end,
    'score', case
        when is_share and metric.error is null and metric.score between 0 and 1 then metric.score
    end,
    'value', case when not is_share and metric.error is null then metric.score end,
    'scorer_value', case when metric.error is not null then to_json(metric.score) end,
    'reason', case
        when metric.error is not null
            then format('the metric broke down and gave {}: {}', metric.score, metric.error)
        when metric.score_text is not null
            then format('the metric gave {}, which no mean can hold', metric.score_text)
        when metric.score is null then 'the metric gave no number'
        when is_share and metric.score not between 0 and 1
            then format('the metric gave {}, outside 0 to 1', metric.score)
        else format('the metric gave {}', metric.score)
    end
);

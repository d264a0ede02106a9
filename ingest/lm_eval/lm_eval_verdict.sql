-- The payload of verdict_recorded, of one value of a metric under one filter.

create or replace temp macro lm_eval_verdict(sampled, system_id, score, is_measured, is_rating) as
json_object(
    'case_id', sampled.case_id,
    'system_id', system_id,
    'attempt', score.attempt,
    'validator_id', score.validator_id,
    'outcome', case
        when score.number is null then 'unscored'
        when is_measured then 'measured'
        when score.number not between 0 and 1 then 'unscored'
        when score.number >= 0.5 then 'right'
        else 'wrong'
    end,
    'score', if(not is_measured and score.number between 0 and 1, score.number, null),
    'value', if(is_measured, score.number, null),
    'is_rating', if(is_rating and not is_measured, true, null),
    'reason', case
        when score.objection is not null then score.objection
        when json_type(score.value) = 'ARRAY'
            then format('made one figure over all samples; of this one it has {}', score.value)
        when score.number is null and score.value ->> '$' in ('Infinity', '-Infinity')
            then format('the metric gave {}, which is infinite', score.value ->> '$')
        when score.number is null
            then format(
                'the metric gave {}, which is no number',
                if(
                    score.value ->> '$' = 'NaN',
                    'NaN',
                    coalesce(score.value::varchar, 'nothing')
                )
            )
        when not is_measured and score.number not between 0 and 1
            then format('the metric gave {}, outside 0 to 1', score.value)
        when score.is_of_all
            then format('the metric gave {} for all {} replies', score.value, sampled.attempts)
        else format('the metric gave {}', score.value)
    end,
    'filter', nullif(sampled.filter, 'none'),
    -- What the filter left of the reply.
    'answer', sampled.answer,
    -- A number is there already, as score or value; NaN is none to anybody.
    'scorer_value', if(
        score.number is null and score.value ->> '$' is distinct from 'NaN', score.value, null
    )
);

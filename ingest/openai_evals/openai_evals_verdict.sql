-- The payload of verdict_recorded, of a match or of one metric.
--
-- true and false are right and wrong; a number from 0 to 1 is a share unless its metric measures;
-- whatever is no number is unscored, and so is the score of a choice that nobody could read. What
-- the harness makes of these is kept in `scorer_value`.

create or replace temp macro openai_evals_verdict(sample, judgement, is_measured) as
json_object(
    'case_id', sample.case_id,
    'system_id', sample.system_id,
    'attempt', judgement.attempt,
    'validator_id', judgement.validator_id,
    'outcome', case
        when openai_evals_unread(judgement) then 'unscored'
        when judgement.value = 'true'::json then 'right'
        when judgement.value = 'false'::json then 'wrong'
        when openai_evals_number(judgement.value) is null then 'unscored'
        when is_measured then 'measured'
        when openai_evals_number(judgement.value) not between 0 and 1 then 'unscored'
        when openai_evals_number(judgement.value) >= 0.5 then 'right'
        else 'wrong'
    end,
    'score', case
        when
            not is_measured
            and not openai_evals_unread(judgement)
            and openai_evals_number(judgement.value) between 0 and 1
            then openai_evals_number(judgement.value)
    end,
    'value', case
        when is_measured and not openai_evals_unread(judgement)
            then openai_evals_number(judgement.value)
    end,
    'is_rating', case when judgement.validator_id = 'match' then true end,
    'reason', case
        when judgement.validator_id = 'match'
            then
                concat_ws(
                    '; ',
                    'expected ' || left((judgement.data -> 'expected')::varchar, 2000),
                    'picked ' || left((judgement.data -> 'picked')::varchar, 2000)
                )
        when openai_evals_unread(judgement)
            then
                'the choice could not be read (__invalid__), which the harness counts as '
                || coalesce(judgement.value::varchar, 'nothing')
        when openai_evals_infinite(judgement) is not null
            then
                format(
                    'the metric gave {}, which no mean can hold', openai_evals_infinite(judgement)
                )
        when json_type(judgement.value) = 'BOOLEAN'
            then format('the metric gave {}', judgement.value)
        when openai_evals_number(judgement.value) is null
            then format(
                'the metric gave {}, which is no number',
                left(coalesce(judgement.value::varchar, 'nothing'), 2000)
            )
        when not is_measured and openai_evals_number(judgement.value) not between 0 and 1
            then format('the metric gave {}, outside 0 to 1', judgement.value)
        else format('the metric gave {}', judgement.value)
    end,
    -- What a model that judged chose, beside the score it stands for.
    'choice', case
        when judgement.validator_id = 'score' then judgement.data ->> 'choice'
    end,
    'judge', case
        when sample.judge is not null and judgement.validator_id in ('score', 'choice')
            then json_object('model', sample.judge)
    end,
    'scorer_value', case
        when openai_evals_unread(judgement) then judgement.value
        when openai_evals_infinite(judgement) is not null then null
        -- A merge patch leaves out what is null.
        when judgement.value is null or json_type(judgement.value) = 'NULL' then '"null"'::json
        when
            json_type(judgement.value) != 'BOOLEAN'
            and openai_evals_number(judgement.value) is null
            then judgement.value
    end
);

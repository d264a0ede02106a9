-- Run folders of HELM to events: a run of the questions as they are, and one of each perturbation.
--
-- Reads `records` (ordinal, file_number, record): each instance in each trial, with its requests
-- and stats already joined. The macro lies in the folder beside it. A merge patch onto nothing
-- leaves out what is null.
--
-- A train trial asks the same questions with other examples before them, and is an attempt. Every
-- metric is a validator; a mean of 0 to 1 is a share, unless the metric measures. A request that
-- failed is no answer, and what HELM computed for it judges nothing.
--
-- grain: ordinal, kind, subject

with parsed_records as (
    select
        ordinal,
        helm_record(record) as fields
    from records
),

instances as (
    select
        ordinal,
        fields.run_id,
        fields.system_id,
        fields.domain,
        fields.measuring,
        fields.rating,
        fields.is_first,
        fields.case_id,
        fields.instance as asked,
        -- Of references that are asked for one by one no text is asked. A text that is empty is an
        -- answer to whom it was judged by, and else as if none had come.
        case
            when fields.instance.error is not null then 'error'
            when len(fields.instance.scores) > 0 or fields.instance.text != '' then 'ok'
            when fields.instance.has_result and fields.instance.is_separate then 'ok'
            else 'missing'
        end as status
    from parsed_records
    where fields.kind = 'instance'
),

cases as (
    select
        ordinal,
        0 as step,
        'case_generated' as kind,
        run_id,
        null::varchar as occurred_at,
        json_object(
            'case_id', case_id,
            'domain', domain,
            'generator', 'helm',
            'prompt', asked.prompt,
            'expected', asked.expected,
            'choices', asked.choices,
            'attributes', asked.attributes
        ) as payload
    from instances
    where is_first
),

responses as (
    select
        ordinal,
        1 as step,
        'response_recorded' as kind,
        run_id,
        strftime(
            make_timestamp((1000000 * asked.at)::bigint), '%Y-%m-%dT%H:%M:%S.%fZ'
        ) as occurred_at,
        json_object(
            'case_id', case_id,
            'system_id', system_id,
            'attempt', asked.attempt,
            'status', status,
            'text', asked.text,
            'text_status', case
                when
                    status = 'ok' and asked.text is null
                    and not (asked.has_result and asked.is_separate)
                    then 'not_kept'
            end,
            'completions', asked.completions,
            'answer', asked.answer,
            'confidence', asked.confidence,
            'confidence_kind', case when asked.confidence is not null then 'logprob' end,
            'latency_ms', asked.latency_ms,
            'tokens_in', try_cast(asked.tokens_in as bigint),
            'tokens_out', try_cast(asked.tokens_out as bigint),
            'error', asked.error
        ) as payload
    from instances
),

scores as (
    select
        ordinal,
        run_id,
        system_id,
        case_id,
        asked,
        measuring,
        rating,
        unnest(asked.scores) as score,
        generate_subscripts(asked.scores, 1) as step
    from instances
    where asked.error is null
),

verdicts as (
    select
        ordinal,
        1 + step as step,
        'verdict_recorded' as kind,
        run_id,
        null::varchar as occurred_at,
        json_object(
            'case_id', case_id,
            'system_id', system_id,
            'attempt', asked.attempt,
            'validator_id', score.validator_id,
            'outcome', case
                when score.value is null or score.objection is not null then 'unscored'
                when list_contains(measuring, score.validator_id) then 'measured'
                when score.value not between 0 and 1 then 'unscored'
                when score.value >= 0.5 then 'right'
                else 'wrong'
            end,
            'score', case
                when
                    not list_contains(measuring, score.validator_id)
                    and score.value between 0 and 1
                    and score.objection is null
                    then score.value
            end,
            'value', case
                when
                    list_contains(measuring, score.validator_id)
                    and score.objection is null
                    then score.value
            end,
            'is_rating', case
                when
                    list_contains(rating, score.validator_id)
                    and not list_contains(measuring, score.validator_id)
                    then true
            end,
            -- A number is there already, as score or value.
            'scorer_value', case
                when score.objection is not null then to_json(score.value)
                else to_json(nullif(score.value_text, 'NaN'))
            end,
            'reason', case
                when score.objection is not null then score.objection
                when score.value_text in ('Infinity', '-Infinity')
                    then format('the mean is {}, which is infinite', score.value_text)
                when score.value_text is not null
                    then format('the mean is {}, which is no number', score.value_text)
                else coalesce(
                    format('the mean is {}', score.value),
                    'HELM counted nothing for this instance'
                )
            end
        ) as payload
    from scores
),

run_starts as (
    select
        ordinal,
        0 as step,
        'run_started' as kind,
        fields.run_id,
        null::varchar as occurred_at,
        json_object(
            'suite', fields.suite,
            'systems', [fields.system_id],
            'config', fields.started.config,
            'tags', fields.started.tags
        ) as payload
    from parsed_records
    where fields.kind = 'run_started'
),

run_ends as (
    select
        ordinal,
        0 as step,
        'run_finished' as kind,
        fields.run_id,
        null::varchar as occurred_at,
        json_object('status', 'completed') as payload
    from parsed_records
    where fields.kind = 'run_finished'
),

unrolled_figures as (
    select
        ordinal,
        fields.run_id,
        fields.system_id,
        unnest(fields.figures) as figure,
        generate_subscripts(fields.figures, 1) as step
    from parsed_records
    where fields.kind = 'reported'
),

figures as (
    select
        ordinal,
        step,
        'score_reported' as kind,
        run_id,
        null::varchar as occurred_at,
        json_object(
            'system_id', system_id,
            'scorer', figure.scorer,
            'metric', figure.metric,
            'params', figure.params,
            'group', figure.group,
            'value', figure.value,
            'value_text', figure.value_text
        ) as payload
    from unrolled_figures
),

events as (
    select * from run_starts
    union all
    select * from cases
    union all
    select * from responses
    union all
    select * from verdicts
    union all
    select * from figures
    union all
    select * from run_ends
)

select
    events.ordinal,
    events.kind,
    events.run_id,
    null::varchar as subject,
    null::varchar as supersedes,
    null::integer as schema_version,
    events.occurred_at,
    json_merge_patch('{}', events.payload)::json as payload
from events
order by events.ordinal, events.step

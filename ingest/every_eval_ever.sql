-- Records of every_eval_ever to events: a run for each aggregate, a case for each sample.
--
-- Reads `records` (ordinal, file_number, record). The macro lies in the folder beside it. A merge
-- patch onto nothing leaves out what is null. A line is a verdict; its reply is recorded once.
-- What evalstore itself wrote has more: `noted` is its `metadata` with attempt, validator,
-- outcome, confidence and slices, and is empty for the lines of others.
--
-- grain: ordinal, kind, subject

with parsed_records as (
    select
        ordinal,
        every_eval_ever_record(record) as fields
    from records
),

samples as (
    select
        ordinal,
        fields.run_id,
        fields.system_id,
        fields.validator_id,
        fields.case_id,
        fields.attempt,
        fields.is_first,
        fields.is_new_reply,
        fields.is_of_metric,
        fields.is_unknown,
        fields.is_own,
        fields.attributes,
        fields.raw_fields,
        coalesce(list_contains(fields.measuring, fields.validator_id), false) as is_measured,
        coalesce(list_contains(fields.binary, fields.validator_id), false) as is_binary,
        coalesce(list_contains(fields.grading, fields.validator_id), false) as is_grading,
        fields.sample as sampled,
        coalesce(fields.noted, map()) as noted
    from parsed_records
    where fields.kind = 'sample'
),

cases as (
    select
        ordinal,
        0 as step,
        'case_generated' as kind,
        run_id,
        null::double as seconds,
        json_object(
            'case_id', case_id,
            'domain', coalesce(
                noted['domain'],
                if(is_own, null, sampled.evaluation_name)
            ),
            'generator', 'every_eval_ever',
            'prompt', if(noted['messages'] is null, sampled.input.raw, null),
            'messages', noted['messages']::json,
            'choices', sampled.input.choices,
            'expected', case
                when len(sampled.input.reference) = 1 then to_json(sampled.input.reference[1])
                when len(sampled.input.reference) > 1 then to_json(sampled.input.reference)
            end,
            'label', noted['label'],
            'cluster_id', noted['cluster_id'],
            'session_id', noted['session_id'],
            'severity', noted['severity'],
            'is_canary', if(noted['is_canary'] = 'true', true, null),
            'attributes', case when cardinality(attributes) > 0 then to_json(attributes) end
        ) as payload
    from samples
    where is_first
),

replies as (
    select
        *,
        coalesce(
            noted['status'],
            if(sampled.error is null, 'ok', 'error')
        ) as status,
        list_extract(
            list_filter(sampled.answer_attribution, lambda found: found.is_terminal), 1
        ).extracted_value as answer
    from samples
),

responses as (
    select
        ordinal,
        1 as step,
        'response_recorded' as kind,
        run_id,
        null::double as seconds,
        json_object(
            'case_id', case_id,
            'system_id', system_id,
            'attempt', attempt,
            'status', status,
            'text', coalesce(sampled.output.raw[1], noted['text']),
            -- Each line is a judgement, so that an answer without a text has one.
            'text_status', if(
                status = 'ok'
                and not is_own
                and sampled.output.raw[1] is null
                and json_type(sampled.messages) is distinct from 'ARRAY',
                'not_kept',
                noted['text_status']
            ),
            'turns', if(json_type(sampled.messages) = 'ARRAY', sampled.messages, null),
            'answer', answer,
            'confidence', try_cast(noted['confidence'] as double),
            'confidence_kind', noted['confidence_kind'],
            'latency_ms', sampled.performance.latency_ms,
            'tokens_in', sampled.token_usage.input_tokens,
            'tokens_out', sampled.token_usage.output_tokens,
            'error', nullif(sampled.error, status),
            'raw_fields', raw_fields
        ) as payload
    from replies
    where is_new_reply
),

scores as (
    select
        *,
        noted['outcome'] as noted_outcome,
        sampled.evaluation.score as given_score,
        sampled.evaluation.is_correct as is_said_correct,
        coalesce(given_score between 0 and 1, false) as is_share,
        -- A full score or none says right or wrong as `is_correct` does, or not at all; between
        -- them it is a share, of which tools that grade never say that it is correct, as some do
        -- not of a full one. Of a binary metric no number but `is_correct` says it.
        not is_share
        or (is_binary and given_score not in (0, 1))
        or (not is_grading and given_score in (0, 1) and (given_score = 1) != is_said_correct)
            as is_number_only
    from replies
    -- A reply that never came has no verdict: it counts as wrong without one.
    where status = 'ok' or noted['outcome'] is not null
),

verdicts as (
    select
        ordinal,
        2 as step,
        'verdict_recorded' as kind,
        run_id,
        null::double as seconds,
        json_object(
            'case_id', case_id,
            'system_id', system_id,
            'attempt', attempt,
            'validator_id', validator_id,
            'outcome', case
                when noted_outcome is not null then noted_outcome
                when not is_of_metric or is_unknown or given_score is null then 'unscored'
                when is_measured then 'measured'
                when not is_number_only then if(given_score >= 0.5, 'right', 'wrong')
                when is_binary or is_share then if(is_said_correct, 'right', 'wrong')
                else 'unscored'
            end,
            'score', case
                when not is_share or noted_outcome = 'abstained' then null
                when noted_outcome is not null then given_score
                when
                    is_of_metric and not is_unknown and not is_measured and not is_number_only
                    then given_score
            end,
            'value', if(
                noted_outcome is null and is_measured and not is_unknown, given_score, null
            ),
            'scorer_value', case
                when given_score is null
                    then to_json(nullif(sampled.evaluation.score_text, 'NaN'))
                when noted_outcome is not null then if(is_share, null, to_json(given_score))
                when
                    not is_of_metric
                    or is_unknown
                    or (is_number_only and not is_measured)
                    then to_json(given_score)
            end,
            'is_correct', if(noted_outcome is null, is_said_correct, null),
            'is_rating', try_cast(noted['is_rating'] as boolean),
            'reason', case
                when noted_outcome is not null then null
                when not is_of_metric and given_score is not null
                    then format(
                        'it names none of the record''s results, so what its score of {} is of '
                        'nobody knows',
                        given_score
                    )
                when sampled.evaluation.score_text in ('Infinity', '-Infinity')
                    then format(
                        'the metric gave {}, which is infinite', sampled.evaluation.score_text
                    )
                when given_score is null
                    then format(
                        'the metric gave {}, which is no number',
                        coalesce(sampled.evaluation.score_text, 'nothing')
                    )
                when is_unknown
                    then format('{} is what the metric has for an unknown level', given_score)
                when is_measured or not is_number_only
                    then format('the metric gave {}', given_score)
                when is_binary or is_share
                    then format(
                        'said to be {}, with a score of {}',
                        if(is_said_correct, 'correct', 'wrong'), given_score
                    )
                else format('the metric gave {}, outside 0 to 1', given_score)
            end
        ) as payload
    from scores
),

run_starts as (
    select
        ordinal,
        0 as step,
        'run_started' as kind,
        fields.started.run_id,
        coalesce(
            epoch(try_cast(fields.started.started_at as timestamp)), fields.started.seconds
        ) as seconds,
        json_object(
            'suite', fields.started.suite,
            'suite_version', fields.started.suite_version,
            'git_sha', fields.started.git_sha,
            'git_branch', fields.started.git_branch,
            'systems', fields.started.systems,
            'config', fields.started.config
        ) as payload
    from parsed_records
    where fields.kind = 'run_started' and fields.started is not null
),

run_ends as (
    select
        ordinal,
        0 as step,
        'run_finished' as kind,
        fields.run_id,
        epoch(try_cast(fields.finished_at as timestamp)) as seconds,
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
        null::double as seconds,
        json_object(
            'system_id', system_id,
            'scorer', figure.scorer,
            'metric', figure.metric,
            'params', json_merge_patch('{}', figure.params),
            'group', figure.group,
            'value', figure.value,
            'value_text', figure.value_text,
            'stderr', figure.stderr,
            'count', figure.count
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
    if(
        events.seconds between 0 and 7258118399,
        strftime(make_timestamp((events.seconds * 1000000)::bigint), '%Y-%m-%dT%H:%M:%SZ'),
        null
    ) as occurred_at,
    json_merge_patch('{}', events.payload)::json as payload
from events
order by events.ordinal, events.step

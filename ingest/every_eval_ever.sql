-- Records of every_eval_ever to events: a run for each aggregate, a case for each sample.
--
-- Reads `records` (ordinal, file_number, record). A merge patch onto nothing leaves out what is
-- null. A line is a verdict; its reply is recorded once. What evalstore itself wrote has more in
-- `metadata`: attempt, validator, outcome, confidence, slices.
--
-- grain: ordinal, kind, subject

with parsed_records as (
    select
        ordinal,
        from_json(record, '{
            "kind": "VARCHAR", "run_id": "VARCHAR", "system_id": "VARCHAR",
            "validator_id": "VARCHAR", "attempt": "VARCHAR", "is_first": "BOOLEAN",
            "is_new_reply": "BOOLEAN", "finished_at": "VARCHAR",
            "started": {
                "run_id": "VARCHAR", "system_id": "VARCHAR", "suite": "VARCHAR",
                "seconds": "DOUBLE", "config": "JSON", "started_at": "VARCHAR",
                "suite_version": "VARCHAR", "git_sha": "VARCHAR", "git_branch": "VARCHAR"
            },
            "sample": {
                "sample_id": "VARCHAR", "evaluation_name": "VARCHAR", "sample_hash": "VARCHAR",
                "input": {
                    "raw": "VARCHAR", "formatted": "VARCHAR", "reference": ["VARCHAR"],
                    "choices": ["VARCHAR"]
                },
                "output": { "raw": ["VARCHAR"] },
                "messages": "JSON",
                "answer_attribution": [{
                    "extracted_value": "VARCHAR", "is_terminal": "BOOLEAN"
                }],
                "evaluation": { "score": "DOUBLE", "is_correct": "BOOLEAN" },
                "token_usage": { "input_tokens": "BIGINT", "output_tokens": "BIGINT" },
                "performance": { "latency_ms": "DOUBLE" },
                "error": "VARCHAR",
                "metadata": "MAP(VARCHAR, VARCHAR)"
            },
            "figures": [{
                "scorer": "VARCHAR", "metric": "VARCHAR", "params": "JSON", "group": "VARCHAR",
                "value": "DOUBLE", "stderr": "DOUBLE", "count": "BIGINT"
            }]
        }') as fields
    from records
),

samples as (
    select
        ordinal,
        fields.run_id,
        fields.system_id,
        fields.validator_id,
        coalesce(try_cast(fields.attempt as integer), 1) as attempt,
        fields.is_first,
        fields.is_new_reply,
        fields.sample as sampled,
        coalesce(fields.sample.metadata, map()) as noted
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
            'case_id', sampled.sample_id,
            'domain', coalesce(
                noted['domain'],
                if(noted['validator_id'] is null, sampled.evaluation_name, null)
            ),
            'generator', 'every_eval_ever',
            'prompt', sampled.input.raw,
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
            'attributes', case
                when noted['validator_id'] is not null then noted['attributes']::json
                when cardinality(noted) > 0 then to_json(noted)
            end
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
            'case_id', sampled.sample_id,
            'system_id', system_id,
            'attempt', attempt,
            'status', status,
            'text', sampled.output.raw[1],
            'turns', if(json_type(sampled.messages) = 'ARRAY', sampled.messages, null),
            'answer', answer,
            'confidence', try_cast(noted['confidence'] as double),
            'confidence_kind', noted['confidence_kind'],
            'latency_ms', sampled.performance.latency_ms,
            'tokens_in', sampled.token_usage.input_tokens,
            'tokens_out', sampled.token_usage.output_tokens,
            'error', nullif(sampled.error, status)
        ) as payload
    from replies
    where is_new_reply
),

verdicts as (
    select
        ordinal,
        2 as step,
        'verdict_recorded' as kind,
        run_id,
        null::double as seconds,
        json_object(
            'case_id', sampled.sample_id,
            'system_id', system_id,
            'attempt', attempt,
            'validator_id', validator_id,
            'outcome', coalesce(
                noted['outcome'], if(sampled.evaluation.is_correct, 'right', 'wrong')
            ),
            'score', if(
                sampled.evaluation.score between 0 and 1
                and coalesce(noted['outcome'], '') != 'abstained',
                sampled.evaluation.score,
                null
            ),
            'scorer_value', if(
                sampled.evaluation.score between 0 and 1, null, sampled.evaluation.score
            )
        ) as payload
    from replies
    -- A reply that never came has no verdict: it counts as wrong without one.
    where status = 'ok' or noted['outcome'] is not null
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
            'systems', [fields.started.system_id],
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

-- Rows of experiments that tracing tools export, to events: Phoenix, Braintrust, LangSmith,
-- Langfuse, Weave, and evaluations in OpenTelemetry.
--
-- Reads `records` (ordinal, file_number, record), whose rows the readers of these formats bring
-- into one shape. The macros lie in the folder beside it. A merge patch onto nothing leaves out
-- what is null.
--
-- A row with an error is no answer, and its scores judge nothing. One without a text that was
-- scored was answered, and its text is not kept; one that nobody scored either is missing.
--
-- grain: ordinal, kind, subject

with parsed_records as (
    select
        ordinal,
        experiment_row_record(record) as fields
    from records
),

answered_rows as (
    select
        ordinal,
        fields.run_id,
        fields.suite,
        coalesce(fields.row.system_id, fields.system_id) as system_id,
        fields.generator,
        fields.measuring,
        fields.row as answered
    from parsed_records
    where fields.kind = 'row'
),

cases as (
    select
        ordinal,
        0 as step,
        'case_generated' as kind,
        run_id,
        null::varchar as occurred_at,
        json_object(
            'case_id', answered.case_id,
            'domain', suite,
            'generator', generator,
            'prompt', answered.prompt,
            'messages', answered.messages,
            'expected', answered.expected,
            'systems', case when answered.system_id is not null then [system_id] end,
            'attributes', answered.attributes
        ) as payload
    from answered_rows
    where answered.is_first
),

responses as (
    select
        ordinal,
        1 as step,
        'response_recorded' as kind,
        run_id,
        case
            -- A time without an offset is local to a machine nobody knows.
            when regexp_full_match(answered.at, '\d{4}-.*\d(Z|[+-]\d\d:?\d\d)') then answered.at
        end as occurred_at,
        json_object(
            'case_id', answered.case_id,
            'system_id', system_id,
            'attempt', answered.attempt,
            'status', case
                when answered.error is not null then 'error'
                when answered.scores[1] is not null then 'ok'
                when coalesce(answered.text, '') = '' then 'missing'
                else 'ok'
            end,
            'text_status', case
                when
                    answered.error is null
                    and answered.text is null
                    and answered.scores[1] is not null
                    then 'not_kept'
            end,
            'text', answered.text,
            'latency_ms', answered.latency_ms,
            'tokens_in', try_cast(answered.tokens_in as bigint),
            'tokens_out', try_cast(answered.tokens_out as bigint),
            'cost_usd', answered.cost_usd,
            'error', answered.error
        ) as payload
    from answered_rows
),

scores as (
    select
        ordinal,
        run_id,
        system_id,
        measuring,
        answered,
        unnest(answered.scores) as score,
        generate_subscripts(answered.scores, 1) as step
    from answered_rows
    where answered.error is null
),

verdicts as (
    select
        ordinal,
        1 + step as step,
        'verdict_recorded' as kind,
        run_id,
        null::varchar as occurred_at,
        experiment_row_verdict(
            answered, system_id, score, list_contains(measuring, score.validator_id)
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
            'systems', fields.systems,
            'config', fields.config
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
            'value', figure.value,
            'value_text', figure.value_text,
            'count', try_cast(figure.count as bigint)
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

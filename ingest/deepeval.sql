-- Test runs of DeepEval to events: runs, test cases, what was replied and how metrics judged it.
--
-- Reads `records` (ordinal, file_number, record). The macros lie in the folder beside it. A merge
-- patch onto nothing leaves out what is null.
--
-- `success` says whether a test case passed and decides. Every metric is two validators:
-- `metric.NAME` is right where DeepEval says that it passed: some metrics do from their threshold
-- up, others down. `score.NAME` has the number, measured, unless `[scales]` declares it a share. A
-- metric without a score broke down, and is no wrong answer.
--
-- grain: ordinal, kind, subject

with parsed_records as (
    select
        ordinal,
        deepeval_record(record) as fields
    from records
),

judged_cases as (
    select
        ordinal,
        fields
    from parsed_records
    where fields.kind = 'case'
),

cases as (
    select
        ordinal,
        0 as step,
        'case_generated' as kind,
        fields.run_id,
        deepeval_case_payload(fields) as payload
    from judged_cases
    where fields.attempt = 1
),

responses as (
    select
        ordinal,
        1 as step,
        'response_recorded' as kind,
        fields.run_id,
        deepeval_response_payload(fields) as payload
    from judged_cases
),

successes as (
    select
        ordinal,
        2 as step,
        'verdict_recorded' as kind,
        fields.run_id,
        deepeval_success_payload(fields) as payload
    from judged_cases
    where fields.case.success is not null
),

unrolled_metrics as (
    select
        ordinal,
        fields.run_id,
        fields.case_id,
        fields.system_id,
        fields.attempt,
        fields.shares,
        unnest(fields.case.metrics) as metric,
        generate_subscripts(fields.case.metrics, 1) as metric_number
    from judged_cases
),

verdicts as (
    select
        ordinal,
        2 + metric_number as step,
        'verdict_recorded' as kind,
        run_id,
        deepeval_metric_payload(case_id, system_id, attempt, metric) as payload
    from unrolled_metrics
),

scores as (
    select
        ordinal,
        2.5 + metric_number as step,
        'verdict_recorded' as kind,
        run_id,
        deepeval_score_payload(
            case_id,
            system_id,
            attempt,
            metric,
            coalesce(list_contains(shares, 'score.' || metric.name), false)
        ) as payload
    from unrolled_metrics
    where metric.score is not null or metric.is_unscored
),

run_starts as (
    select
        ordinal,
        0 as step,
        'run_started' as kind,
        fields.run_id,
        json_object(
            'suite', fields.suite,
            'systems', [fields.system_id],
            'raters', case when fields.started.has_success then ['success'] end,
            'validators', case when fields.started.has_success then ['success'] end,
            'config', json_object(
                'hyperparameters', fields.started.hyperparameters,
                'identifier', fields.started.identifier,
                'dataset_id', fields.started.dataset_id,
                'dataset_version', fields.started.dataset_version,
                'test_file', fields.started.test_file
            ),
            'repairs', fields.repairs
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
        json_object(
            'system_id', system_id,
            'scorer', figure.scorer,
            'metric', figure.metric,
            'value', figure.value,
            'value_text', figure.value_text,
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
    select * from successes
    union all
    select * from verdicts
    union all
    select * from scores
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
    null::varchar as occurred_at,
    json_merge_patch('{}', events.payload)::json as payload
from events
order by events.ordinal, events.step

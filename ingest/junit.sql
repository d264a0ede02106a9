-- JUnit XML to events: a run for each file, a case for each test, an attempt for each time it ran.
--
-- Reads `records` (ordinal, file_number, record). The macro lies in the folder beside it. A merge
-- patch onto nothing leaves out what is null.
--
-- A failure is wrong, also where the file keeps nothing of what was answered. An error is no
-- answer: response and verdict say error, and it is left out. What was skipped is unscored. The
-- validator `test` is the test itself. A verdict says of an attempt that the suite's element only
-- mentions that it is a rerun; and what suite lists it, where that is not the suite of the case.
--
-- grain: ordinal, kind, subject

with parsed_records as (
    select
        ordinal,
        junit_record(record) as fields
    from records
),

tests as (
    select
        ordinal,
        fields.*
    from parsed_records
    where fields.kind = 'test'
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
            'domain', coalesce(about.domain, suite),
            'generator', 'junit',
            'expected', about.expected,
            'label', about.label,
            'cluster_id', about.cluster_id,
            'session_id', about.session_id,
            'severity', about.severity,
            'attributes', json_merge_patch(attributes, json_object('suite', suite))
        ) as payload
    from tests
    where is_first
),

responses as (
    select
        ordinal,
        1 as step,
        'response_recorded' as kind,
        run_id,
        null::varchar as occurred_at,
        json_object(
            'case_id', case_id,
            'system_id', system_id,
            'attempt', attempt,
            'status', if(outcome = 'error', 'error', 'ok'),
            'text', text,
            'text_status', if(
                text is null and answer is null and outcome != 'error', 'not_kept', null
            ),
            'answer', answer,
            'confidence', confidence,
            'confidence_kind', if(confidence is null, null, 'stated'),
            'latency_ms', latency_ms,
            'error', if(outcome = 'error', reason, null),
            'repairs', if(
                confidence is null and confidence_was is not null,
                [{
                    'path': 'confidence',
                    'was': confidence_was,
                    'rule': 'confidence outside 0 to 1 becomes null'
                }],
                null
            )
        ) as payload
    from tests
),

verdicts as (
    select
        ordinal,
        2 as step,
        'verdict_recorded' as kind,
        run_id,
        null::varchar as occurred_at,
        json_object(
            'case_id', case_id,
            'system_id', system_id,
            'attempt', attempt,
            'validator_id', 'test',
            'outcome', outcome,
            'reason', reason,
            'tags', if(tag is null, null, [tag]),
            'listed_in', listed_in,
            'is_rerun', is_rerun
        ) as payload
    from tests
),

run_starts as (
    select
        ordinal,
        0 as step,
        'run_started' as kind,
        fields.run_id,
        fields.at as occurred_at,
        json_object('suite', fields.suite, 'config', fields.config) as payload
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
            'scorer', 'test',
            'metric', figure.metric,
            'params', figure.params,
            'group', figure.group,
            'value', figure.value
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

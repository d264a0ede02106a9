-- Records of openai/evals to events: runs, a case for each sample, replies, matches and metrics.
--
-- Reads `records` (ordinal, file_number, record): each sample has all of its events in their
-- order. The macros lie in the folder beside it. A merge patch onto nothing leaves out what is
-- null.
--
-- Every match is a verdict of `match` and rates; every metric is a verdict of its own name. Where
-- a sample has one of them several times, each time is an attempt, with the reply that came last
-- before it. A model that judged spoke last: its replies are not the system's.
--
-- grain: ordinal, kind, subject

with parsed_records as (
    select
        ordinal,
        openai_evals_record(record) as fields
    from records
),

samples as (
    select
        ordinal,
        fields.run_id,
        fields.case_id,
        fields.system_id,
        fields.suite,
        fields.measuring,
        fields.judge,
        fields.has_judge,
        fields.events as recorded,
        openai_evals_replies(fields.events, fields.has_judge) as replies
    from parsed_records
    where fields.kind = 'sample'
),

sample_events as (
    select
        ordinal,
        unnest(recorded) as event,
        generate_subscripts(recorded, 1) as event_number
    from samples
),

matches as (
    select
        ordinal,
        event_number,
        'match' as validator_id,
        0 as place,
        event.data -> 'correct' as value,
        event.data,
        event.repairs
    from sample_events
    where event.type = 'match' and json_type(event.data) = 'OBJECT'
),

named_metrics as (
    select
        sample_events.ordinal,
        sample_events.event_number,
        entry.key as validator_id,
        sample_events.event.data,
        sample_events.event.repairs,
        max(entry.id) as place,
        -- Of a name that comes twice in an object the last counts, as for Python.
        arg_max(entry.value, entry.id) as value
    from sample_events, json_each(sample_events.event.data) as entry
    where
        sample_events.event.type = 'metrics'
        and json_type(sample_events.event.data) = 'OBJECT'
        and length(entry.key) between 1 and 400
    group by all
),

matches_and_metrics as (
    select * from matches
    union all by name
    select * from named_metrics
),

judgements as (
    select
        ordinal,
        event_number,
        validator_id,
        place,
        value,
        data,
        repairs,
        row_number() over (
            partition by ordinal, validator_id
            order by event_number
        ) as attempt
    from matches_and_metrics
),

judged_samples as (
    select
        samples.ordinal,
        coalesce(max(judgements.attempt), 1) as attempt_count,
        arg_min(judgements.data, judgements.event_number) as first_data
    from samples
    left join judgements using (ordinal)
    group by samples.ordinal
),

attempts as (
    select
        ordinal,
        attempt_count,
        unnest(range(1, attempt_count + 1)) as attempt
    from judged_samples
),

-- An attempt ends with its last judgement; the only one of a sample has all of its events.
judged_attempts as (
    select
        attempts.ordinal,
        attempts.attempt,
        attempts.attempt_count = 1 as is_only,
        attempts.attempt = attempts.attempt_count as is_last,
        max(judgements.event_number) as last_event,
        arg_max(judgements.data, judgements.event_number)
        filter (where judgements.validator_id = 'match')
            as match
    from attempts
    left join judgements using (ordinal, attempt)
    group by all
),

cases as (
    select
        samples.ordinal,
        0 as attempt,
        0 as step,
        'case_generated' as kind,
        samples.run_id,
        null::varchar as occurred_at,
        openai_evals_case(samples, judged_samples.first_data) as payload
    from samples
    inner join judged_samples using (ordinal)
),

responses as (
    select
        samples.ordinal,
        judged_attempts.attempt,
        0 as step,
        'response_recorded' as kind,
        samples.run_id,
        openai_evals_time(list_last(samples.replies).created_at) as occurred_at,
        openai_evals_response(
            samples,
            judged_attempts,
            list_filter(
                samples.replies,
                lambda reply:
                judged_attempts.is_only or reply.event_number < judged_attempts.last_event
            )
        ) as payload
    from samples
    inner join judged_attempts using (ordinal)
),

verdicts as (
    select
        samples.ordinal,
        judgements.attempt,
        1 + judgements.event_number + judgements.place / 1000000 as step,
        'verdict_recorded' as kind,
        samples.run_id,
        null::varchar as occurred_at,
        openai_evals_verdict(
            samples,
            judgements,
            list_contains(samples.measuring, judgements.validator_id)
        ) as payload
    from judgements
    inner join samples using (ordinal)
),

run_starts as (
    select
        ordinal,
        0 as attempt,
        0 as step,
        'run_started' as kind,
        fields.run_id,
        fields.started.at as occurred_at,
        json_object(
            'suite', fields.suite,
            'suite_version', fields.started.suite_version,
            'seed', fields.started.seed,
            'systems', [fields.system_id],
            'config', fields.started.config
        ) as payload
    from parsed_records
    where fields.kind = 'run_started'
),

run_ends as (
    select
        ordinal,
        0 as attempt,
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
        0 as attempt,
        step,
        'score_reported' as kind,
        run_id,
        null::varchar as occurred_at,
        json_object(
            'system_id', system_id,
            'scorer', figure.scorer,
            'metric', figure.metric,
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
order by events.ordinal, events.attempt, events.step

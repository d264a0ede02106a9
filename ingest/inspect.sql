-- Inspect logs to events: the run, its cases, and what was answered and judged in each epoch.
--
-- Reads `records` (ordinal, file_number, record), made from an .eval archive or a .json log alike:
-- those of one or several whole logs, or of a part of a long one. The macros lie in the folder
-- beside it. A merge patch onto nothing leaves out what is null.
--
-- A score's value comes as a number, read as Inspect reads it, and with it whether its scorer
-- measures, which the reader has decided over the whole log. The number of a scorer that measures
-- is kept as `value`; else it is a share, and from one half on an answer counts as right. N
-- abstains. What is no number is unscored, where Inspect would count 0; so is a grade that could
-- not be read. What a scorer wrote, where it wrote no number or gave no verdict, is kept as
-- `scorer_value`. A dict or list gives a verdict for each part.
-- Every state an edited score has been in is a verdict.
--
-- A verdict names the response it judged by a digest, so that it comes again where the response
-- was revised and the score stayed the same. Its usage and cost are not in the digest, so that
-- other prices revise no verdict.
--
-- grain: ordinal, kind, subject, state of the score

with parsed_records as materialized (
    select
        ordinal,
        parsed_record(record) as fields
    from records
),

samples as materialized (
    select
        ordinal,
        fields.run_id,
        fields.suite,
        fields.model as system_id,
        coalesce(fields.sample.epoch, 1) as attempt,
        fields.sample as sampled,
        fields.is_first_epoch,
        fields.measuring,
        fields.rating,
        fields.grading,
        fields.graders,
        fields.prices
    from parsed_records
    where fields.kind = 'sample'
),

cases as (
    select
        ordinal,
        0 as step,
        'case_generated' as kind,
        run_id,
        null as occurred_at,
        case_payload(sampled, suite) as payload
    from samples
    where is_first_epoch
),

answered_samples as materialized (
    select
        *,
        response_payload(sampled, system_id, attempt) as response,
        usage_costs_usd(sampled.model_usage, prices) as costs_usd
    from samples
),

responses as (
    select
        ordinal,
        0.5 as step,
        'response_recorded' as kind,
        run_id,
        sampled.completed_at as occurred_at,
        json_merge_patch(response, usage_payload(sampled, costs_usd)) as payload
    from answered_samples
),

scored_states as (
    select
        ordinal,
        run_id,
        system_id,
        attempt,
        sampled,
        measuring,
        rating,
        grading,
        graders,
        left(sha256(response), 16) as response_digest,
        unnest(sampled.scores) as state,
        generate_subscripts(sampled.scores, 1) as state_number
    from answered_samples
),

judged_states as (
    select
        *,
        coalesce(list_contains(measuring, state.validator_id), false) as is_measured,
        coalesce(list_contains(grading, state.validator_id), false) as is_grading,
        score_objection(sampled, state, is_measured, is_grading) as objection,
        -- What a person edited, no model graded.
        if(
            state.edit is null,
            list_filter(graders, lambda known: known.validator_id = state.validator_id)[1],
            null
        ) as grader
    from scored_states
),

verdicts as (
    select
        ordinal,
        state_number as step,
        'verdict_recorded' as kind,
        run_id,
        coalesce(state.edit.edited_at, sampled.completed_at) as occurred_at,
        verdict_payload(
            sampled, system_id, attempt, state, is_measured,
            list_contains(rating, state.validator_id), objection, response_digest, grader
        ) as payload
    from judged_states
),

run_starts as (
    select
        ordinal,
        0 as step,
        'run_started' as kind,
        fields.run_id,
        fields.started.created as occurred_at,
        run_started_payload(fields) as payload
    from parsed_records
    where fields.kind = 'run_started'
),

run_ends as (
    select
        ordinal,
        0 as step,
        'run_finished' as kind,
        fields.run_id,
        fields.finished.stats.completed_at as occurred_at,
        run_finished_payload(fields) as payload
    from parsed_records
    where fields.kind = 'run_finished'
),

unrolled_figures as (
    select
        ordinal,
        fields.run_id,
        fields.model as system_id,
        fields.completed_at,
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
        completed_at as occurred_at,
        json_object(
            'system_id', system_id,
            'scorer', figure.scorer,
            'metric', figure.metric,
            'params', figure.params,
            'reducer', figure.reducer,
            'group', figure.group_name,
            'value', figure.value,
            'value_text', figure.value_text,
            'stderr', figure.stderr,
            'count', figure.scored_count,
            'unscored_count', figure.unscored_count,
            'repairs', figure.repairs
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
    -- A time without an offset is local to a machine nobody knows.
    if(
        regexp_full_match(events.occurred_at, '.*\d(Z|[+-]\d\d:?\d\d)'), events.occurred_at, null
    ) as occurred_at,
    json_merge_patch('{}', events.payload)::json as payload
from events
order by events.ordinal, events.step

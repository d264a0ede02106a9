-- Results on the Hugging Face Hub to events: a run for each model and data set, without cases.
--
-- Reads `records` (ordinal, file_number, record), made of `.eval_results` or of a model-index. The
-- macro lies in the folder beside it. A merge patch onto nothing leaves out what is null.
--
-- A figure is as it was written: a share or a percentage, nobody says which. Where it is no number
-- its text stays. Its metric is the one that the model-index names; `.eval_results` names none.
--
-- grain: ordinal, kind, subject

with reported_runs as (
    select
        ordinal,
        hugging_face_record(record) as fields
    from records
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
            'config', fields.config
        ) as payload
    from reported_runs
),

unrolled_figures as (
    select
        ordinal,
        fields.run_id,
        fields.system_id,
        unnest(fields.figures) as figure,
        generate_subscripts(fields.figures, 1) as step
    from reported_runs
),

figures as (
    select
        ordinal,
        step,
        'score_reported' as kind,
        run_id,
        -- A date without a time of day and an offset is no moment.
        case
            when regexp_full_match(figure.date, '\d{4}-\d\d-\d\dT.*\d(Z|[+-]\d\d:\d\d)')
                then figure.date
        end as occurred_at,
        json_object(
            'system_id', system_id,
            'scorer', figure.scorer,
            'metric', figure.scorer,
            'params', figure.params,
            'value', figure.value,
            'value_text', figure.value_text,
            'unit', figure.unit,
            'reported_text', figure.reported_text,
            'reported_on', figure.date,
            'reported_by', figure.source,
            'is_verified', figure.is_verified,
            'has_verify_token', figure.has_verify_token
        ) as payload
    from unrolled_figures
),

run_ends as (
    select
        ordinal,
        -- After the last figure.
        1000000 as step,
        'run_finished' as kind,
        fields.run_id,
        null::varchar as occurred_at,
        json_object('status', 'completed') as payload
    from reported_runs
),

events as (
    select * from run_starts
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

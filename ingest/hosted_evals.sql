-- Hosted OpenAI Evals to events: runs, a case for each item, its reply and what graders found.
--
-- Reads `records` (ordinal, file_number, record). The macros lie in the folder beside it. A merge
-- patch onto nothing leaves out what is null.
--
-- A grader passes or fails, by a threshold of its own; its score stands beside that as `value`.
-- `item` is the status of the whole item, which every grader has to pass, and rates.
--
-- grain: ordinal, kind, subject

with parsed_records as (
    select
        ordinal,
        hosted_evals_record(record) as fields
    from records
),

items as (
    select
        ordinal,
        fields.run_id,
        fields.suite,
        fields.system_id,
        fields.case_id,
        fields.item
    from parsed_records
    where fields.kind = 'item'
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
            'domain', suite,
            'generator', 'hosted_evals',
            'messages', item.messages,
            'expected', item.expected,
            'attributes', item.attributes
        ) as payload
    from items
),

responses as (
    select
        ordinal,
        1 as step,
        'response_recorded' as kind,
        run_id,
        hosted_evals_time(item.at) as occurred_at,
        json_object(
            'case_id', case_id,
            'system_id', system_id,
            'status', hosted_evals_status(item),
            'text', item.text,
            'text_status', case
                when item.text is null and hosted_evals_status(item) = 'ok' then 'not_kept'
            end,
            'finish_reason', item.finish_reason,
            'tokens_in', try_cast(item.tokens_in as bigint),
            'tokens_out', try_cast(item.tokens_out as bigint),
            'error', case
                when item.error is not null then item.error
                when item.status = 'error' then 'the item has the status error'
            end
        ) as payload
    from items
),

results as (
    select
        ordinal,
        run_id,
        system_id,
        case_id,
        unnest(item.results) as result,
        generate_subscripts(item.results, 1) as step
    from items
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
            'validator_id', result.validator_id,
            'outcome', case
                when result.error is not null then 'error'
                when result.is_unread then 'unscored'
                when result.passed then 'right'
                when not result.passed then 'wrong'
                else 'unscored'
            end,
            'value', case when not result.is_unread then result.score end,
            'scorer_value', case
                when result.is_unread or result.error is not null
                    then to_json(coalesce(result.score, 0))
            end,
            'reason', coalesce(
                result.error,
                case
                    when result.is_unread
                        then 'no grade could be read from ' || left(result.reply, 4000)
                    when result.score_text is not null
                        then format('the score is {}, which no mean can hold', result.score_text)
                end,
                left(result.reply, 4000),
                format('the score is {}', result.score)
            ),
            'judge', case
                when result.model is not null then json_object('model', result.model)
            end
        ) as payload
    from results
),

item_verdicts as (
    select
        ordinal,
        1000000 as step,
        'verdict_recorded' as kind,
        run_id,
        null::varchar as occurred_at,
        json_object(
            'case_id', case_id,
            'system_id', system_id,
            'validator_id', 'item',
            'outcome', item.status,
            'is_rating', true,
            'reason', case item.status
                when 'right' then 'passed every grader'
                when 'wrong' then 'failed a grader'
                when 'undetermined' then 'a grader broke down, and no other failed it'
                else 'the item has the status error'
            end
        ) as payload
    from items
    where item.status is not null
),

run_starts as (
    select
        ordinal,
        0 as step,
        'run_started' as kind,
        fields.run_id,
        hosted_evals_time(fields.started.at) as occurred_at,
        json_object(
            'suite', fields.suite,
            'systems', [fields.system_id],
            'config', fields.started.config
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
        json_object('status', fields.ended) as payload
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
            'scorer', figure.scorer,
            'metric', figure.metric,
            'params', figure.params,
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
    select * from item_verdicts
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

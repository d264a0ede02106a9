-- Epistemic results to events: the run, what was answered, and whether it is the right answer.
--
-- Reads `records` (ordinal, record), `run_so_far` (kind, case_id), which is what the run
-- has already, and the variable `run_id`. A result knows of its case only the
-- right answer and the label. So it gives a case where the run has none of that id, and never
-- replaces one; nor does it replace what is known of how the run started and ended.
--
-- An answer is YES, NO or UNKNOWN, whatever its case and the spaces around it. Any other text is
-- unparsable, also one that looks like an error: what it means, nobody knows. Without a text
-- the response is missing, or an error where a field of that name says which.
--
-- The verdict compares the answer with the right one. `pass` is what the file claims; where the
-- two disagree, the verdict stands and is tagged. A verdict names the response it judged by a
-- digest, so that it comes again where the response was revised and the verdict stayed the same.
--
-- grain: ordinal, kind

with parsed_records as (
    select
        ordinal,
        json_extract_string(record, '$.kind') as kind,
        json_extract_string(record, '$.case_id') as case_id,
        json_extract(record, '$.fields') as result,
        json_extract(record, '$.repairs') as repairs
    from records
),

typed_results as (
    select
        ordinal,
        case_id,
        result,
        repairs,
        from_json(result, '{
            "id": "VARCHAR", "gold": "VARCHAR", "pred": "VARCHAR", "pass": "BOOLEAN",
            "system": "VARCHAR", "label": "VARCHAR"
        }') as fields
    from parsed_records
    where kind = 'result'
),

read_results as (
    select
        ordinal,
        coalesce(case_id, fields.id) as case_id,
        result,
        repairs,
        fields,
        upper(regexp_replace(fields.gold, '^\s+|\s+$', '', 'g')) as gold,
        nullif(upper(regexp_replace(fields.label, '^\s+|\s+$', '', 'g')), '?') as label,
        upper(regexp_replace(fields.pred, '^\s+|\s+$', '', 'g')) as word,
        if(word in ('YES', 'NO', 'UNKNOWN'), word, null) as answer,
        if(
            fields.pred is null and json_type(result, '$.error') = 'VARCHAR',
            nullif(json_extract_string(result, '$.error'), ''),
            null
        ) as error
    from typed_results
),

results as (
    select
        ordinal,
        case_id,
        result,
        repairs,
        fields,
        gold,
        label,
        answer,
        error,
        case
            when answer is not null then 'ok'
            when error is not null then 'error'
            when fields.pred is null then 'missing'
            else 'unparsable'
        end as status
    from read_results
),

known_cases as (
    select case_id
    from run_so_far
    where kind = 'case_generated'
),

first_results as (
    select
        case_id,
        min(ordinal) as ordinal
    from results
    where case_id not in (select known_cases.case_id from known_cases)
    group by case_id
),

cases as (
    select
        results.ordinal,
        0 as step,
        'case_generated' as kind,
        json_merge_patch('{}', json_object(
            'case_id', results.case_id,
            'domain', 'epistemic',
            'generator', 'epistemic_results',
            'expected', results.gold,
            'label', results.label,
            'validators', ['abstention']
        ))::json as payload
    from results
    semi join first_results using (ordinal)
),

responses as (
    select
        ordinal,
        1 as step,
        'response_recorded' as kind,
        to_json(map_from_entries(list_filter(
            [
                row('case_id', to_json(case_id)),
                row('system_id', to_json(fields.system)),
                row('status', to_json(status)),
                row('text', to_json(fields.pred)),
                row('answer', to_json(answer)),
                row('error', to_json(error)),
                -- As it came, where the events alone would not give it back.
                row('record', if(
                    json_keys(result) = ['id', 'gold', 'pred', 'pass', 'system', 'label']
                    and fields.pass is not null
                    and fields.id = case_id
                    and fields.label is not distinct from label
                    and (fields.pred is not distinct from answer or status = 'unparsable'),
                    null,
                    result
                )),
                row('repairs', repairs)
            ],
            lambda entry: entry[2] is not null
        ))) as payload
    from results
),

judged_results as (
    select
        results.ordinal,
        results.case_id,
        results.fields,
        results.gold,
        results.result,
        left(sha256(responses.payload::varchar), 16) as response_digest,
        coalesce(results.fields.pass <> (results.answer is not distinct from results.gold), false)
            as does_pass_disagree,
        case
            when results.status = 'error' then 'error'
            when results.answer = results.gold then 'right'
            when results.answer = 'UNKNOWN' then 'abstained'
            else 'wrong'
        end as outcome,
        case
            when results.status = 'error' then 'the system failed: ' || results.error
            when results.status = 'missing'
                then format('no answer came, expected {}', results.gold)
            when results.status = 'unparsable'
                then format(
                    'the answer is none of YES, NO and UNKNOWN, expected {}', results.gold
                )
            when results.answer = results.gold
                then format('answered {}, as expected', results.answer)
            else format('answered {}, expected {}', results.answer, results.gold)
        end as finding
    from results
    inner join responses using (ordinal)
),

verdicts as (
    select
        ordinal,
        2 as step,
        'verdict_recorded' as kind,
        json_merge_patch('{}', json_object(
            'case_id', case_id,
            'system_id', fields.system,
            'validator_id', 'abstention',
            'outcome', outcome,
            'reason', if(
                does_pass_disagree,
                format('{}; the file says pass is {}', finding, fields.pass),
                finding
            ),
            'tags', if(does_pass_disagree, ['pass_disagrees'], null),
            'gold', fields.gold,
            'label', fields.label,
            'pass', fields.pass,
            'response_digest', response_digest
        ))::json as payload
    from judged_results
),

run_bounds as (
    select
        ordinal,
        0 as step,
        kind,
        if(
            kind = 'run_started',
            json_object('suite', 'epistemic', 'validators', ['abstention']),
            json_object('status', 'completed')
        ) as payload
    from parsed_records
    where
        kind in ('run_started', 'run_finished')
        and kind not in (select run_so_far.kind from run_so_far)
),

events as (
    select * from run_bounds
    union all
    select * from cases
    union all
    select * from responses
    union all
    select * from verdicts
)

select
    events.ordinal,
    events.kind,
    getvariable('run_id')::varchar as run_id,
    null::varchar as subject,
    null::varchar as supersedes,
    null::integer as schema_version,
    null::varchar as occurred_at,
    events.payload
from events
order by events.ordinal, events.step

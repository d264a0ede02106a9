-- Scans of Inspect Scout to events: a verdict of scan.SCANNER on each transcript's attempt.
--
-- Reads `records` (ordinal, record): what one scanner found in one transcript. A scanner says what
-- is there, not whether the answer is right, so truth values and numbers are measured; of several
-- the greatest counts, and all are kept in the metadata. A scanner that broke down is an error;
-- what it could not read of a model's answer is unscored.
--
-- grain: ordinal

with scanned as (
    select
        ordinal,
        from_json(record, '{
            "scan_id": "VARCHAR", "run_id": "VARCHAR", "case_id": "VARCHAR",
            "system_id": "VARCHAR", "attempt": "BIGINT", "scanner": "VARCHAR",
            "judge": "JSON", "results": [{
                "number": "DOUBLE", "truth": "BOOLEAN", "text": "VARCHAR", "label": "VARCHAR",
                "answer": "VARCHAR", "explanation": "VARCHAR", "error": "VARCHAR",
                "is_unread": "BOOLEAN"
            }]
        }') as fields,
        json_extract(record, '$.results') as results,
        -- A time without an offset is local to a machine nobody knows.
        regexp_extract(
            json_extract_string(record, '$.at'), '^\d{4}-.*\d(?:Z|[+-]\d\d:?\d\d)$'
        ) as matched_time,
        nullif(matched_time, '') as scanned_at
    from records
),

unrolled_results as (
    select
        ordinal,
        unnest(fields.results) as result,
        generate_subscripts(fields.results, 1) as position
    from scanned
),

chosen_results as (
    select
        ordinal,
        count(*) as result_count,
        (list(
            result
            order by result.number desc nulls last, result.error nulls last, position
        ))[1] as chosen
    from unrolled_results
    group by ordinal
)

select
    scanned.ordinal,
    'verdict_recorded' as kind,
    scanned.fields.run_id,
    null::varchar as subject,
    null::varchar as supersedes,
    null::integer as schema_version,
    scanned.scanned_at as occurred_at,
    json_merge_patch('{}', json_object(
        'case_id', scanned.fields.case_id,
        'system_id', scanned.fields.system_id,
        'attempt', scanned.fields.attempt,
        'validator_id', 'scan.' || scanned.fields.scanner,
        'outcome', case
            when chosen_results.chosen.number is not null then 'measured'
            when chosen_results.chosen.error is not null then 'error'
            else 'unscored'
        end,
        'value', chosen_results.chosen.number,
        'reason', coalesce(
            left(chosen_results.chosen.error, 4000),
            if(
                chosen_results.chosen.is_unread,
                concat_ws(
                    ': ',
                    'the answer could not be read',
                    left(chosen_results.chosen.explanation, 4000)
                ),
                null
            ),
            if(
                chosen_results.chosen.text in ('Infinity', '-Infinity'),
                format('the scanner gave {}, which is infinite', chosen_results.chosen.text),
                null
            ),
            left(chosen_results.chosen.explanation, 4000),
            'the scanner gave ' || coalesce(
                chosen_results.chosen.truth::varchar,
                chosen_results.chosen.number::varchar,
                left(chosen_results.chosen.text, 200)
            ),
            'the label is ' || left(chosen_results.chosen.label, 200),
            'the scanner found nothing'
        ),
        'scorer_value', case
            when chosen_results.chosen.number is null then chosen_results.chosen.text
        end,
        'answer', chosen_results.chosen.answer,
        -- A scan that is read later may be an older one.
        'scanned_at', scanned.scanned_at,
        'judge', scanned.fields.judge,
        'metadata', json_object(
            'scan_id', scanned.fields.scan_id,
            'label', chosen_results.chosen.label,
            'results', if(chosen_results.result_count > 1, scanned.results, null)
        )
    ))::json as payload
from scanned
left join chosen_results using (ordinal)
order by scanned.ordinal

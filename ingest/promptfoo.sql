-- Evaluations of promptfoo to events: runs, cases, what each row answered and how it was judged.
--
-- Reads `records` (ordinal, file_number, record), made from a JSON export or from JSON Lines of
-- rows alike. The macros lie in the folder beside it. A merge patch onto nothing leaves out what
-- is null.
--
-- `success` says whether the row passed and decides; a row that an error kept from being judged
-- has no verdict. Every assertion is a validator, and its score stays beside its outcome, since
-- its threshold is its own. `score` is a share, unless some row lies outside 0 to 1, and named
-- scores measure; both as `[scales]` says where it does.
--
-- A verdict names the response it judged by a digest, so that it comes again where the response
-- was revised and the score stayed the same.
--
-- grain: ordinal, kind, subject

with parsed_records as (
    select
        ordinal,
        promptfoo_record(record) as fields
    from records
),

answered_rows as (
    select
        ordinal,
        fields,
        promptfoo_response_payload(fields) as response
    from parsed_records
    where fields.kind = 'row'
),

cases as (
    select
        ordinal,
        0 as step,
        'case_generated' as kind,
        fields.run_id,
        null::varchar as occurred_at,
        promptfoo_case_payload(fields) as payload
    from answered_rows
    where fields.is_first_of_case
),

responses as (
    select
        ordinal,
        0.5 as step,
        'response_recorded' as kind,
        fields.run_id,
        null::varchar as occurred_at,
        response as payload
    from answered_rows
),

judged_rows as (
    select
        ordinal,
        fields.run_id,
        -- A row has many verdicts: no more than they need is repeated for each.
        {
            'case_id': fields.case_id,
            'system_id': fields.system_id,
            'attempt': fields.attempt,
            'shares': fields.shares
        } as place,
        left(sha256(response), 16) as response_digest,
        promptfoo_row_verdicts(fields) as row_verdicts
    from answered_rows
    where not fields.row.has_failed
),

unrolled_verdicts as (
    select
        ordinal,
        run_id,
        place,
        response_digest,
        unnest(row_verdicts) as verdict,
        generate_subscripts(row_verdicts, 1) as step
    from judged_rows
),

verdicts as (
    select
        ordinal,
        step,
        'verdict_recorded' as kind,
        run_id,
        null::varchar as occurred_at,
        promptfoo_verdict_payload(
            place,
            verdict,
            coalesce(
                list_has_any(
                    place.shares,
                    [verdict.validator_id, split_part(verdict.validator_id, '.', 1)]
                ),
                false
            ),
            response_digest
        ) as payload
    from unrolled_verdicts
),

run_starts as (
    select
        ordinal,
        0 as step,
        'run_started' as kind,
        fields.run_id,
        fields.started.timestamp as occurred_at,
        promptfoo_run_started_payload(fields) as payload
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
        json_object(
            'status', 'completed',
            'counts', fields.finished.stats,
            -- An evaluation that people rated later is known by it from the one before.
            'scored_at', fields.finished.scored_at,
            'repairs', fields.repairs
        ) as payload
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
            'system_id', figure.system_id,
            'scorer', figure.scorer,
            'metric', figure.metric,
            'value', figure.value,
            'value_text', figure.value_text,
            'assertion_count', figure.assertion_count,
            'metric_weight', figure.weight
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
    case
        when regexp_full_match(events.occurred_at, '.*\d(Z|[+-]\d\d:?\d\d)')
            then events.occurred_at
    end as occurred_at,
    json_merge_patch('{}', events.payload)::json as payload
from events
order by events.ordinal, events.step

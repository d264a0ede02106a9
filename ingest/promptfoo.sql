-- Evaluations of promptfoo to events: runs, cases, what each row answered and how it was judged.
--
-- Reads `records` (ordinal, file_number, record), made from a JSON export or from JSON Lines of
-- rows alike: rows, and records that list their events, as in records.sql. The macros lie in the
-- folder beside it. A merge patch onto nothing leaves out what is null.
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

listed_events as (
    select
        ordinal,
        fields.run_id,
        unnest(fields.events) as event,
        generate_subscripts(fields.events, 1) as step
    from parsed_records
),

events as (
    select
        ordinal,
        step,
        event.kind,
        run_id,
        event.at as occurred_at,
        event.payload
    from listed_events
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

-- Labels of people to events: a verdict of human:NAME on the response that was shown.
--
-- Reads `records` (ordinal, record). The key says which reply it was, of which run, by which
-- response event, and with what chance it was drawn. A response that has been replaced since makes
-- the verdict one on an earlier response, as of any validator.
--
-- grain: ordinal

with labels as (
    select
        ordinal,
        from_json(record, '{
            "key": {
                "run_id": "VARCHAR", "system_id": "VARCHAR", "case_id": "VARCHAR",
                "attempt": "BIGINT", "response_event_id": "VARCHAR",
                "sampling_probability": "DOUBLE"
            },
            "outcome": "VARCHAR", "reason": "VARCHAR", "validator_id": "VARCHAR"
        }') as fields
    from records
)

select
    ordinal,
    'verdict_recorded' as kind,
    fields.key.run_id,
    null::varchar as subject,
    null::varchar as supersedes,
    null::integer as schema_version,
    null::varchar as occurred_at,
    json_merge_patch('{}', json_object(
        'case_id', fields.key.case_id,
        'system_id', fields.key.system_id,
        'attempt', fields.key.attempt,
        'validator_id', fields.validator_id,
        'outcome', fields.outcome,
        'reason', fields.reason,
        'is_rating', true,
        'sampling_probability', fields.key.sampling_probability,
        'response_event_id', fields.key.response_event_id
    ))::json as payload
from labels
order by ordinal

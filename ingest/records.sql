-- Records that list their events, of all formats whose reader makes the payloads.
--
-- Reads `records` (ordinal, file_number, record); evalstore/harnesses/event_records.py has the
-- shape of a record. A merge patch onto nothing leaves out what is null. Neither SELECT nor unnest
-- changes the order of rows, so they are not sorted.
--
-- grain: ordinal, position in the record

with parsed_records as (
    select
        ordinal,
        from_json(record, '{
            "run_id": "VARCHAR",
            "events": [{"kind": "VARCHAR", "at": "VARCHAR", "payload": "JSON"}]
        }') as fields
    from records
),

events as (
    select
        ordinal,
        fields.run_id,
        unnest(fields.events) as event,
        generate_subscripts(fields.events, 1) as position
    from parsed_records
)

select
    ordinal,
    event.kind,
    run_id,
    null::varchar as subject,
    null::varchar as supersedes,
    null::integer as schema_version,
    event.at as occurred_at,
    if(
        contains(event.payload, ':null'), json_merge_patch('{}', event.payload), event.payload
    )::json as payload
from events

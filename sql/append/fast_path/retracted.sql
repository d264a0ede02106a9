-- The retracted events that are surely valid, and the subject of each.
--
-- Made by `make docs` from evalstore/events/schemas/retracted.json: edit that file.
-- A subject is null where the slow path has to look.
--
-- grain: ordinal

with parsed_payloads as (
    select
        ordinal,
        payload,
        cast(json_extract(payload, ['$.event_id', '$.reason']) as text[]) as field,
        key_count
    from prefiltered
    where
        kind = 'retracted'
), fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        0 as inner_count,
        field[1] as event_id,
        field[2] as reason
    from parsed_payloads
)
select
    ordinal,
    case
        when are_keys_unique(payload, key_count, known_count, inner_count)
        and is_uuid(event_id)
        and is_text(reason)
        then encoded(event_id)
    end as subject,
    key_count > known_count + inner_count as may_hold_unknown_field
from fields

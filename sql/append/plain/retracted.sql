-- The retracted events that are surely fine, and the subject of each.
--
-- A subject is null where the careful path has to look; that costs time and nothing else.
--
-- grain: ordinal

with parsed_payloads as (
    select
        ordinal,
        payload,
        json_extract(payload, [
            '$.event_id', '$.reason'
        ])::varchar[] as field,
        key_count
    from screened
    where kind = 'retracted'
),

fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        field[1] as event_id,
        field[2] as reason
    from parsed_payloads
)

select
    ordinal,
    case
        when
            are_keys_unique(payload, key_count, known_count, 0)
            and is_uuid(event_id)
            and is_text(reason)
            then
                encoded(event_id)
    end as subject,
    key_count > known_count as may_hold_unknown_field
from fields

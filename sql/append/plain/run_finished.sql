-- The run_finished events that are surely fine, and the subject of each.
--
-- A subject is null where the careful path has to look; that costs time and nothing else.
--
-- grain: ordinal

with parsed_payloads as (
    select
        ordinal,
        payload,
        json_extract(payload, [
            '$.status', '$.counts', '$.error'
        ])::varchar[] as field,
        key_count
    from screened
    where kind = 'run_finished'
),

fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        field[1] as status,
        field[2] as counts,
        field[3] as error
    from parsed_payloads
)

select
    ordinal,
    case
        when
            are_keys_unique(payload, key_count, known_count, 0)
            and status in ('"completed"', '"failed"', '"cancelled"')
            and (is_absent(counts) or is_count_object(counts))
            and (is_absent(error) or is_text(error))
            then
                ''
    end as subject,
    key_count > known_count as may_hold_unknown_field
from fields

-- The trend_detected events that are surely fine, and the subject of each.
--
-- A subject is null where the careful path has to look; that costs time and nothing else.
--
-- grain: ordinal

with parsed_payloads as (
    select
        ordinal,
        payload,
        json_extract(payload, [
            '$.metric', '$.system_id', '$.slice', '$.detector', '$.statistic', '$.at_run'
        ])::varchar[] as field,
        key_count
    from screened
    where kind = 'trend_detected'
),

fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        field[1] as metric,
        field[2] as system_id,
        field[3] as slice,
        field[4] as detector,
        field[5] as statistic,
        field[6] as at_run
    from parsed_payloads
)

select
    ordinal,
    case
        when
            are_keys_unique(payload, key_count, known_count, 0)
            and is_identifier(metric)
            and (is_absent(system_id) or system_id = '""' or is_identifier(system_id))
            and (is_absent(slice) or slice = '""' or is_identifier(slice))
            and is_identifier(detector)
            and (is_absent(statistic) or is_number(statistic))
            and (is_absent(at_run) or is_text(at_run))
            then
                concat_ws(
                    '/',
                    encoded(metric),
                    encoded(system_id),
                    encoded(slice),
                    encoded(detector)
                )
    end as subject,
    key_count > known_count as may_hold_unknown_field
from fields

-- The trend_detected events that are surely fine, and the subject of each.
--
-- A subject is null where the careful path has to look; that costs time and nothing else. The
-- conditions stand in the order of the fields.
--
-- grain: ordinal

with fields as (
    select
        ordinal,
        payload,
        json_extract(payload, [
            '$.metric', '$.system_id', '$.slice', '$.detector', '$.statistic', '$.at_run'
        ])::varchar[] as field,
        key_count(payload) as key_count
    from screened
    where kind = 'trend_detected'
),

keyed_fields as (
    select
        ordinal,
        field,
        key_count,
        [
            'metric', 'system_id', 'slice', 'detector', 'statistic', 'at_run'
        ] as known_names,
        case
            when key_count <> list_count(field)
                then json_keys(payload, ['$', '$.attributes', '$.scores'])
        end as key_lists,
        concat_ws(
            '/',
            encoded(field[1]),
            encoded(field[2]),
            encoded(field[3]),
            encoded(field[4])
        ) as subject
    from fields
)

select
    ordinal,
    case
        when
            are_keys_unique(key_lists, key_count, known_names, list_count(field))
            and is_identifier(field[1])
            and (is_absent(field[2]) or field[2] = '""' or is_identifier(field[2]))
            and (is_absent(field[3]) or field[3] = '""' or is_identifier(field[3]))
            and is_identifier(field[4])
            and (is_absent(field[5]) or is_number(field[5]))
            and (is_absent(field[6]) or is_text(field[6]))
            then subject
    end as subject
from keyed_fields

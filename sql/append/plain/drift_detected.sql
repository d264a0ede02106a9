-- The drift_detected events that are surely fine, and the subject of each.
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
            '$.case_id', '$.system_id', '$.attempt', '$.value_dim', '$.trigger', '$.drop',
            '$.level', '$.weeks', '$.uncertainty', '$.is_suppressed'
        ])::varchar[] as field,
        key_count(payload) as key_count
    from screened
    where kind = 'drift_detected'
),

keyed_fields as (
    select
        ordinal,
        field,
        key_count,
        [
            'case_id', 'system_id', 'attempt', 'value_dim', 'trigger', 'drop', 'level', 'weeks',
            'uncertainty', 'is_suppressed'
        ] as known_names,
        case
            when key_count <> list_count(field)
                then json_keys(payload, ['$', '$.attributes', '$.scores'])
        end as key_lists,
        concat_ws(
            '/',
            encoded(field[1]),
            encoded(field[2]),
            coalesce(nullif(field[3], 'null'), '1'),
            encoded(field[4]),
            encoded(field[5])
        ) as subject
    from fields
)

select
    ordinal,
    case
        when
            are_keys_unique(key_lists, key_count, known_names, list_count(field))
            and is_identifier(field[1])
            and is_identifier(field[2])
            and (is_absent(field[3]) or is_count(field[3], 1))
            and is_identifier(field[4])
            and field[5] in ('"crash"', '"rut"')
            and (is_absent(field[6]) or is_number(field[6]))
            and (is_absent(field[7]) or is_number(field[7]))
            and (is_absent(field[8]) or is_count(field[8], 0))
            and (is_absent(field[9]) or is_amount(field[9]))
            and is_flag(field[10])
            then subject
    end as subject
from keyed_fields

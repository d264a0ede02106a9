-- The case_generated events that are surely fine, and the subject of each.
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
            '$.case_id', '$.domain', '$.generator', '$.prompt', '$.messages', '$.expected',
            '$.label', '$.validators', '$.is_canary', '$.cluster_id', '$.session_id',
            '$.severity', '$.tags', '$.attributes'
        ])::varchar[] as field,
        key_count(payload) as key_count
    from screened
    where kind = 'case_generated'
),

keyed_fields as (
    select
        ordinal,
        field,
        key_count,
        [
            'case_id', 'domain', 'generator', 'prompt', 'messages', 'expected', 'label',
            'validators', 'is_canary', 'cluster_id', 'session_id', 'severity', 'tags',
            'attributes'
        ] as known_names,
        case
            when key_count <> list_count(field)
                then json_keys(payload, ['$', '$.attributes', '$.scores'])
        end as key_lists,
        encoded(field[1]) as subject
    from fields
)

select
    ordinal,
    case
        when
            are_keys_unique(key_lists, key_count, known_names, list_count(field))
            and is_identifier(field[1])
            and is_identifier(field[2])
            and (is_absent(field[3]) or is_text(field[3]))
            and (is_absent(field[4]) or is_text(field[4]))
            and (is_absent(field[5]) or is_list(field[5]))
            and (is_absent(field[7]) or is_text(field[7]))
            and (is_absent(field[8]) or is_text_list(field[8]))
            and (is_absent(field[9]) or is_flag(field[9]))
            and (is_absent(field[10]) or is_text(field[10]))
            and (is_absent(field[11]) or is_text(field[11]))
            and (is_absent(field[12]) or is_text(field[12]) or is_number(field[12]))
            and (is_absent(field[13]) or is_text_list(field[13]))
            and (is_absent(field[14]) or is_flat_object(field[14]))
            then subject
    end as subject
from keyed_fields

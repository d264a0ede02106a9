-- The analysis_recorded events that are surely fine, and the subject of each.
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
            '$.analysis_id', '$.method', '$.parameters', '$.tree_size', '$.results'
        ])::varchar[] as field,
        key_count(payload) as key_count
    from screened
    where kind = 'analysis_recorded'
),

keyed_fields as (
    select
        ordinal,
        field,
        key_count,
        [
            'analysis_id', 'method', 'parameters', 'tree_size', 'results'
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
            and (is_absent(field[3]) or is_object(field[3]))
            and (is_absent(field[4]) or is_count(field[4], 0))
            and (is_absent(field[5]) or is_object(field[5]))
            then subject
    end as subject
from keyed_fields

-- The run_finished events that are surely fine, and the subject of each.
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
            '$.status', '$.counts', '$.error'
        ])::varchar[] as field,
        key_count(payload) as key_count
    from screened
    where kind = 'run_finished'
),

keyed_fields as (
    select
        ordinal,
        field,
        key_count,
        [
            'status', 'counts', 'error'
        ] as known_names,
        case
            when key_count <> list_count(field)
                then json_keys(payload, ['$', '$.attributes', '$.scores'])
        end as key_lists,
        '' as subject
    from fields
)

select
    ordinal,
    case
        when
            are_keys_unique(key_lists, key_count, known_names, list_count(field))
            and field[1] in ('"completed"', '"failed"', '"cancelled"')
            and is_absent(field[2])
            and (is_absent(field[3]) or is_text(field[3]))
            then subject
    end as subject
from keyed_fields

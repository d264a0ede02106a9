-- The run_started events that are surely fine, and the subject of each.
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
            '$.suite', '$.suite_version', '$.seed', '$.git_sha', '$.git_branch',
            '$.committed_at', '$.systems', '$.config', '$.tags'
        ])::varchar[] as field,
        key_count(payload) as key_count
    from screened
    where kind = 'run_started'
),

keyed_fields as (
    select
        ordinal,
        field,
        key_count,
        [
            'suite', 'suite_version', 'seed', 'git_sha', 'git_branch', 'committed_at',
            'systems', 'config', 'tags'
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
            and is_identifier(field[1])
            and (is_absent(field[2]) or is_text(field[2]))
            and (is_absent(field[3]) or is_text(field[3]) or is_count(field[3], 0))
            and (is_absent(field[4]) or is_text(field[4]))
            and (is_absent(field[5]) or is_text(field[5]))
            and (is_absent(field[6]) or is_text(field[6]))
            and (is_absent(field[7]) or is_text_list(field[7]))
            and (is_absent(field[8]) or is_object(field[8]))
            and (is_absent(field[9]) or is_text_list(field[9]))
            then subject
    end as subject
from keyed_fields

-- The verdict_recorded events that are surely fine, and the subject of each.
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
            '$.case_id', '$.system_id', '$.attempt', '$.validator_id', '$.validator_version',
            '$.outcome', '$.score', '$.scores', '$.reason', '$.tags', '$.response_event_id'
        ])::varchar[] as field,
        key_count(payload) as key_count
    from screened
    where kind = 'verdict_recorded'
),

keyed_fields as (
    select
        ordinal,
        field,
        key_count,
        [
            'case_id', 'system_id', 'attempt', 'validator_id', 'validator_version', 'outcome',
            'score', 'scores', 'reason', 'tags', 'response_event_id'
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
            and is_identifier(field[2])
            and (is_absent(field[3]) or is_count(field[3], 1))
            and is_identifier(field[4])
            and (is_absent(field[5]) or is_text(field[5]))
            and field[6] in (
                '"right"', '"wrong"', '"abstained"',
                '"undetermined"', '"unscored"', '"error"'
            )
            and (is_absent(field[7]) or is_share(field[7]))
            and (is_absent(field[8]) or is_share_object(field[8]))
            and is_text(field[9])
            and (is_absent(field[10]) or is_text_list(field[10]))
            and (is_absent(field[11]) or is_uuid(field[11]))
            then subject
    end as subject
from keyed_fields

-- The gate_evaluated events that are surely fine, and the subject of each.
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
            '$.gate_id', '$.metric', '$.system_id', '$.slice', '$.validator_id', '$.variant',
            '$.value', '$.interval', '$.count', '$.threshold', '$.baseline_run_id',
            '$.decision', '$.reason', '$.is_informational', '$.tree_size', '$.root',
            '$.views_sha256', '$.config_sha256'
        ])::varchar[] as field,
        key_count(payload) as key_count
    from screened
    where kind = 'gate_evaluated'
),

keyed_fields as (
    select
        ordinal,
        field,
        key_count,
        [
            'gate_id', 'metric', 'system_id', 'slice', 'validator_id', 'variant', 'value',
            'interval', 'count', 'threshold', 'baseline_run_id', 'decision', 'reason',
            'is_informational', 'tree_size', 'root', 'views_sha256', 'config_sha256'
        ] as known_names,
        case
            when key_count <> list_count(field)
                then json_keys(payload, ['$', '$.attributes', '$.scores'])
        end as key_lists,
        concat_ws(
            '/',
            encoded(field[1]),
            encoded(field[3]),
            encoded(field[5]),
            encoded(field[4]),
            encoded(field[6]),
            encoded(field[18])
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
            and (is_absent(field[3]) or field[3] = '""' or is_identifier(field[3]))
            and (is_absent(field[4]) or field[4] = '""' or is_identifier(field[4]))
            and (is_absent(field[5]) or field[5] = '""' or is_identifier(field[5]))
            and (is_absent(field[6]) or field[6] = '""' or is_identifier(field[6]))
            and (is_absent(field[7]) or is_number(field[7]))
            and is_absent(field[8])
            and (is_absent(field[9]) or is_count(field[9], 0))
            and is_scalar(field[10])
            and (is_absent(field[11]) or is_text(field[11]))
            and field[12] in ('"pass"', '"fail"', '"undecided"', '"broken"')
            and is_text(field[13])
            and (is_absent(field[14]) or is_flag(field[14]))
            and (is_absent(field[15]) or is_count(field[15], 0))
            and (is_absent(field[16]) or is_text(field[16]))
            and (is_absent(field[17]) or is_text(field[17]))
            and (is_absent(field[18]) or field[18] = '""' or is_identifier(field[18]))
            then subject
    end as subject
from keyed_fields

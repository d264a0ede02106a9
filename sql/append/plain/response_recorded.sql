-- The response_recorded events that are surely fine, and the subject of each.
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
            '$.case_id', '$.system_id', '$.attempt', '$.status', '$.text', '$.turns',
            '$.answer', '$.confidence', '$.confidence_kind', '$.latency_ms', '$.tokens_in',
            '$.tokens_out', '$.cost_usd', '$.error', '$.value_dim', '$.alignment',
            '$.uncertainty'
        ])::varchar[] as field,
        key_count(payload) as key_count
    from screened
    where kind = 'response_recorded'
),

keyed_fields as (
    select
        ordinal,
        field,
        key_count,
        [
            'case_id', 'system_id', 'attempt', 'status', 'text', 'turns', 'answer',
            'confidence', 'confidence_kind', 'latency_ms', 'tokens_in', 'tokens_out',
            'cost_usd', 'error', 'value_dim', 'alignment', 'uncertainty'
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
            case when not is_absent(field[15]) then encoded(field[15]) end
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
            and field[4] in ('"ok"', '"missing"', '"error"', '"unparsable"')
            and (is_absent(field[5]) or is_text(field[5]))
            and (is_absent(field[6]) or is_list(field[6]))
            and is_scalar(field[7])
            and (is_absent(field[8]) or is_share(field[8]))
            and (is_absent(field[9]) or is_text(field[9]))
            and (is_absent(field[10]) or is_amount(field[10]))
            and (is_absent(field[11]) or is_count(field[11], 0))
            and (is_absent(field[12]) or is_count(field[12], 0))
            and (is_absent(field[13]) or is_amount(field[13]))
            and (is_absent(field[14]) or is_text(field[14]))
            and (is_absent(field[15]) or is_identifier(field[15]))
            and (is_absent(field[16]) or is_number(field[16]))
            and (is_absent(field[17]) or is_amount(field[17]))
            then subject
    end as subject
from keyed_fields

-- The score_reported events that are surely fine, and the subject of each.
--
-- A subject is null where the careful path has to look; that costs time and nothing else. It looks
-- at every figure with parameters, whose canonical JSON is part of the subject.
--
-- grain: ordinal

with parsed_payloads as (
    select
        ordinal,
        payload,
        json_extract(payload, [
            '$.scorer', '$.metric', '$.system_id', '$.params', '$.reducer', '$.group',
            '$.value', '$.stderr', '$.count', '$.unscored_count', '$.unit'
        ])::varchar[] as field,
        key_count
    from screened
    where kind = 'score_reported'
),

fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        field[1] as scorer,
        field[2] as metric,
        field[3] as system_id,
        field[4] as params,
        field[5] as reducer,
        field[6] as group_name,
        field[7] as value,
        field[8] as stderr,
        field[9] as scored_count,
        field[10] as unscored_count,
        field[11] as unit
    from parsed_payloads
)

select
    ordinal,
    case
        when
            are_keys_unique(payload, key_count, known_count, 0)
            and is_identifier(scorer)
            and is_identifier(metric)
            and (is_absent(system_id) or system_id = '""' or is_identifier(system_id))
            and (is_absent(params) or params = '{}')
            and (is_absent(reducer) or reducer = '""' or is_identifier(reducer))
            and (is_absent(group_name) or group_name = '""' or is_identifier(group_name))
            and (is_absent(value) or is_number(value))
            and (is_absent(stderr) or is_amount(stderr))
            and (is_absent(scored_count) or is_count(scored_count, 0))
            and (is_absent(unscored_count) or is_count(unscored_count, 0))
            and (is_absent(unit) or is_text(unit))
            then
                concat_ws(
                    '/',
                    encoded(system_id),
                    encoded(scorer),
                    encoded(metric),
                    '',
                    encoded(reducer),
                    encoded(group_name)
                )
    end as subject,
    key_count > known_count as may_hold_unknown_field
from fields

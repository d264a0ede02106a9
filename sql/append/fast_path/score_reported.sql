-- The score_reported events that are surely valid, and the subject of each.
--
-- Made by `make docs` from evalstore/events/schemas/score_reported.json: edit that file.
-- A subject is null where the slow path has to look.
--
-- grain: ordinal

with parsed_payloads as (
    select
        ordinal,
        payload,
        cast(json_extract(
            payload,
            [
                '$.scorer',
                '$.metric',
                '$.system_id',
                '$.params',
                '$.reducer',
                '$.group',
                '$.value',
                '$.value_text',
                '$.stderr',
                '$.count',
                '$.unscored_count',
                '$.unit'
            ]
        ) as text[]) as field,
        key_count
    from prefiltered
    where
        kind = 'score_reported'
), fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        0 as inner_count,
        field[1] as scorer,
        field[2] as metric,
        field[3] as system_id,
        field[4] as params,
        field[5] as reducer,
        field[6] as "group",
        field[7] as value,
        field[8] as value_text,
        field[9] as stderr,
        field[10] as count,
        field[11] as unscored_count,
        field[12] as unit
    from parsed_payloads
)
select
    ordinal,
    case
        when are_keys_unique(payload, key_count, known_count, inner_count)
        and is_bounded_text(scorer, 1, 512)
        and is_bounded_text(metric, 1, 512)
        and (
            is_absent(system_id) or is_bounded_text(system_id, 0, 512)
        )
        and (
            is_absent(params) or params = '{}'
        )
        and (
            is_absent(reducer) or is_bounded_text(reducer, 0, 512)
        )
        and (
            is_absent("group") or is_bounded_text("group", 0, 512)
        )
        and (
            is_absent(value) or is_number(value)
        )
        and (
            is_absent(value_text)
            or value_text in ('"Infinity"', '"-Infinity"', '"NaN"')
        )
        and (
            is_absent(stderr) or is_number(stderr, low := 0)
        )
        and (
            is_absent(count) or is_integer(count, low := 0)
        )
        and (
            is_absent(unscored_count)
            or is_integer(unscored_count, low := 0)
        )
        and (
            is_absent(unit) or is_text(unit)
        )
        then concat_ws(
            '/',
            encoded(system_id),
            encoded(scorer),
            encoded(metric),
            '',
            encoded(reducer),
            encoded("group")
        )
    end as subject,
    key_count > known_count + inner_count as may_hold_unknown_field
from fields

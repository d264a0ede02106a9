-- The drift_detected events that are surely valid, and the subject of each.
--
-- Made by `make docs` from evalstore/events/schemas/drift_detected.json: edit that file.
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
                '$.case_id',
                '$.system_id',
                '$.attempt',
                '$.value_dim',
                '$.trigger',
                '$.drop',
                '$.level',
                '$.weeks',
                '$.uncertainty',
                '$.is_suppressed'
            ]
        ) as text[]) as field,
        key_count
    from prefiltered
    where
        kind = 'drift_detected'
), fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        0 as inner_count,
        field[1] as case_id,
        field[2] as system_id,
        field[3] as attempt,
        field[4] as value_dim,
        field[5] as trigger,
        field[6] as drop,
        field[7] as level,
        field[8] as weeks,
        field[9] as uncertainty,
        field[10] as is_suppressed
    from parsed_payloads
)
select
    ordinal,
    case
        when are_keys_unique(payload, key_count, known_count, inner_count)
        and is_bounded_text(case_id, 1, 512)
        and is_bounded_text(system_id, 1, 512)
        and (
            is_absent(attempt) or is_integer(attempt, low := 1)
        )
        and is_bounded_text(value_dim, 1, 512)
        and trigger in ('"crash"', '"rut"')
        and (
            is_absent(drop) or is_number(drop)
        )
        and (
            is_absent(level) or is_number(level)
        )
        and (
            is_absent(weeks) or is_integer(weeks, low := 0)
        )
        and (
            is_absent(uncertainty) or is_number(uncertainty, low := 0)
        )
        and is_boolean(is_suppressed)
        then concat_ws(
            '/',
            encoded(case_id),
            encoded(system_id),
            coalesce(nullif(attempt, 'null'), '1'),
            encoded(value_dim),
            encoded(trigger)
        )
    end as subject,
    key_count > known_count + inner_count as may_hold_unknown_field
from fields

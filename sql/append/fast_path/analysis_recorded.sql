-- The analysis_recorded events that are surely valid, and the subject of each.
--
-- Made by `make docs` from evalstore/events/schemas/analysis_recorded.json: edit that file.
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
                '$.analysis_id',
                '$.method',
                '$.parameters',
                '$.tree_size',
                '$.results'
            ]
        ) as text[]) as field,
        key_count
    from prefiltered
    where
        kind = 'analysis_recorded'
), fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        0 as inner_count,
        field[1] as analysis_id,
        field[2] as method,
        field[3] as parameters,
        field[4] as tree_size,
        field[5] as results
    from parsed_payloads
)
select
    ordinal,
    case
        when are_keys_unique(payload, key_count, known_count, inner_count)
        and is_bounded_text(analysis_id, 1, 512)
        and is_bounded_text(method, 1, 512)
        and (
            is_absent(parameters) or is_object(parameters)
        )
        and (
            is_absent(tree_size) or is_integer(tree_size, low := 0)
        )
        and (
            is_absent(results) or is_object(results)
        )
        then encoded(analysis_id)
    end as subject,
    key_count > known_count + inner_count as may_hold_unknown_field
from fields

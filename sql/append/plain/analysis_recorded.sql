-- The analysis_recorded events that are surely fine, and the subject of each.
--
-- A subject is null where the careful path has to look; that costs time and nothing else.
--
-- grain: ordinal

with parsed_payloads as (
    select
        ordinal,
        payload,
        json_extract(payload, [
            '$.analysis_id', '$.method', '$.parameters', '$.tree_size', '$.results'
        ])::varchar[] as field,
        key_count
    from screened
    where kind = 'analysis_recorded'
),

fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
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
        when
            are_keys_unique(payload, key_count, known_count, 0)
            and is_identifier(analysis_id)
            and is_identifier(method)
            and (is_absent(parameters) or is_object(parameters))
            and (is_absent(tree_size) or is_count(tree_size, 0))
            and (is_absent(results) or is_object(results))
            then
                encoded(analysis_id)
    end as subject,
    key_count > known_count as may_hold_unknown_field
from fields

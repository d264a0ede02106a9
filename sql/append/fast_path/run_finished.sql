-- The run_finished events that are surely valid, and the subject of each.
--
-- Made by `make docs` from evalstore/events/schemas/run_finished.json: edit that file.
-- A subject is null where the slow path has to look.
--
-- grain: ordinal

with parsed_payloads as (
    select
        ordinal,
        payload,
        cast(json_extract(payload, ['$.status', '$.counts', '$.error']) as text[]) as field,
        key_count
    from prefiltered
    where
        kind = 'run_finished'
), fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        json_keys(field[2]) as counts_keys,
        coalesce(len(counts_keys), 0) as inner_count,
        field[1] as status,
        field[2] as counts,
        field[3] as error
    from parsed_payloads
)
select
    ordinal,
    case
        when are_keys_unique(payload, key_count, known_count, inner_count)
        and are_distinct(counts_keys)
        and status in ('"completed"', '"failed"', '"cancelled"', '"stopped"')
        and (
            is_absent(counts)
            or is_object_of(counts, '0|[1-9][0-9]{0,8}|null')
        )
        and (
            is_absent(error) or is_text(error)
        )
        then ''
    end as subject,
    key_count > known_count + inner_count as may_hold_unknown_field
from fields

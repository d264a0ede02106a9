-- The trend_detected events that are surely valid, and the subject of each.
--
-- Made by `make docs` from evalstore/events/schemas/trend_detected.json: edit that file.
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
                '$.metric',
                '$.system_id',
                '$.slice',
                '$.detector',
                '$.statistic',
                '$.at_run',
                '$.at_session',
                '$.noticed_in_session'
            ]
        ) as text[]) as field,
        key_count
    from prefiltered
    where
        kind = 'trend_detected'
), fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        0 as inner_count,
        field[1] as metric,
        field[2] as system_id,
        field[3] as slice,
        field[4] as detector,
        field[5] as statistic,
        field[6] as at_run,
        field[7] as at_session,
        field[8] as noticed_in_session
    from parsed_payloads
)
select
    ordinal,
    case
        when are_keys_unique(payload, key_count, known_count, inner_count)
        and is_bounded_text(metric, 1, 512)
        and (
            is_absent(system_id) or is_bounded_text(system_id, 0, 512)
        )
        and (
            is_absent(slice) or is_bounded_text(slice, 0, 512)
        )
        and is_bounded_text(detector, 1, 512)
        and (
            is_absent(statistic) or is_number(statistic)
        )
        and (
            is_absent(at_run) or is_text(at_run)
        )
        and (
            is_absent(at_session) or is_text(at_session)
        )
        and (
            is_absent(noticed_in_session) or is_text(noticed_in_session)
        )
        then concat_ws(
            '/',
            encoded(metric),
            encoded(system_id),
            encoded(slice),
            encoded(detector)
        )
    end as subject,
    key_count > known_count + inner_count as may_hold_unknown_field
from fields

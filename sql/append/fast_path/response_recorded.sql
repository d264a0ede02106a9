-- The response_recorded events that are surely valid, and the subject of each.
--
-- Made by `make docs` from evalstore/events/schemas/response_recorded.json: edit that file.
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
                '$.status',
                '$.text',
                '$.text_status',
                '$.turns',
                '$.images',
                '$.answer',
                '$.confidence',
                '$.confidence_kind',
                '$.latency_ms',
                '$.tokens_in',
                '$.tokens_out',
                '$.cost_usd',
                '$.cost_source',
                '$.model_usage',
                '$.tools',
                '$.error',
                '$.value_dim',
                '$.alignment',
                '$.uncertainty',
                '$.domain_doubt',
                '$.raw_fields'
            ]
        ) as text[]) as field,
        key_count
    from prefiltered
    where
        kind = 'response_recorded'
), fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        json_keys(field[7], '$[*]') as turns_keys,
        json_keys(field[8], '$[*]') as images_keys,
        json_keys(field[17], '$[*]') as model_usage_keys,
        json_keys(field[18], '$[*]') as tools_keys,
        list_sum(
            [
                total_length(turns_keys),
                total_length(images_keys),
                total_length(model_usage_keys),
                total_length(tools_keys)
            ]
        ) as inner_count,
        field[1] as case_id,
        field[2] as system_id,
        field[3] as attempt,
        field[4] as status,
        field[5] as text,
        field[6] as text_status,
        field[7] as turns,
        field[8] as images,
        field[9] as answer,
        field[10] as confidence,
        field[11] as confidence_kind,
        field[12] as latency_ms,
        field[13] as tokens_in,
        field[14] as tokens_out,
        field[15] as cost_usd,
        field[16] as cost_source,
        field[17] as model_usage,
        field[18] as tools,
        field[19] as error,
        field[20] as value_dim,
        field[21] as alignment,
        field[22] as uncertainty,
        field[23] as domain_doubt,
        field[24] as raw_fields
    from parsed_payloads
)
select
    ordinal,
    case
        when are_keys_unique(payload, key_count, known_count, inner_count)
        and are_all_distinct(turns_keys)
        and are_all_distinct(model_usage_keys)
        and are_all_distinct(tools_keys)
        and is_bounded_text(case_id, 1, 512)
        and is_bounded_text(system_id, 1, 512)
        and (
            is_absent(attempt) or is_integer(attempt, low := 1)
        )
        and status in ('"ok"', '"missing"', '"error"', '"unparsable"')
        and (
            is_absent(text) or is_text(text)
        )
        and (
            is_absent(text_status) or text_status in ('"not_kept"')
        )
        and (
            is_absent(turns) or is_list(turns)
        )
        and is_absent(images)
        and is_scalar(answer)
        and (
            is_absent(confidence)
            or is_number(confidence, low := 0, high := 1)
        )
        and (
            is_absent(confidence_kind) or is_text(confidence_kind)
        )
        and (
            is_absent(latency_ms) or is_number(latency_ms, low := 0)
        )
        and (
            is_absent(tokens_in) or is_integer(tokens_in, low := 0)
        )
        and (
            is_absent(tokens_out) or is_integer(tokens_out, low := 0)
        )
        and (
            is_absent(cost_usd) or is_number(cost_usd, low := 0)
        )
        and (
            is_absent(cost_source)
            or cost_source in ('"stated"', '"prices"')
        )
        and (
            is_absent(model_usage) or is_list(model_usage)
        )
        and (
            is_absent(tools) or is_list(tools)
        )
        and (
            is_absent(error) or is_text(error)
        )
        and (
            is_absent(value_dim) or is_bounded_text(value_dim, 1, 512)
        )
        and (
            is_absent(alignment)
            or is_number(alignment, low := -1, high := 1)
        )
        and (
            is_absent(uncertainty) or is_number(uncertainty, low := 0)
        )
        and (
            is_absent(domain_doubt)
            or is_number(domain_doubt, low := 0, high := 1)
        )
        and (
            is_absent(raw_fields) or is_object(raw_fields)
        )
        then concat_ws(
            '/',
            encoded(case_id),
            encoded(system_id),
            coalesce(nullif(attempt, 'null'), '1'),
            case when not is_absent(value_dim) then encoded(value_dim) end
        )
    end as subject,
    key_count > known_count + inner_count as may_hold_unknown_field
from fields

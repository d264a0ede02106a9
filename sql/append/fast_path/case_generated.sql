-- The case_generated events that are surely valid, and the subject of each.
--
-- Made by `make docs` from evalstore/events/schemas/case_generated.json: edit that file.
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
                '$.domain',
                '$.generator',
                '$.prompt',
                '$.messages',
                '$.images',
                '$.expected',
                '$.label',
                '$.chance',
                '$.validators',
                '$.systems',
                '$.is_canary',
                '$.cluster_id',
                '$.session_id',
                '$.severity',
                '$.tags',
                '$.attributes',
                '$.value_dims'
            ]
        ) as text[]) as field,
        key_count
    from prefiltered
    where
        kind = 'case_generated'
), fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        json_keys(field[5], '$[*]') as messages_keys,
        json_keys(field[6], '$[*]') as images_keys,
        json_keys(field[17]) as attributes_keys,
        json_keys(field[18], '$[*]') as value_dims_keys,
        list_sum(
            [
                total_length(messages_keys),
                total_length(images_keys),
                coalesce(len(attributes_keys), 0),
                total_length(value_dims_keys)
            ]
        ) as inner_count,
        field[1] as case_id,
        field[2] as domain,
        field[3] as generator,
        field[4] as prompt,
        field[5] as messages,
        field[6] as images,
        field[7] as expected,
        field[8] as label,
        field[9] as chance,
        field[10] as validators,
        field[11] as systems,
        field[12] as is_canary,
        field[13] as cluster_id,
        field[14] as session_id,
        field[15] as severity,
        field[16] as tags,
        field[17] as attributes,
        field[18] as value_dims
    from parsed_payloads
)
select
    ordinal,
    case
        when are_keys_unique(payload, key_count, known_count, inner_count)
        and are_all_distinct(messages_keys)
        and are_distinct(attributes_keys)
        and is_bounded_text(case_id, 1, 512)
        and (
            is_absent(domain) or is_bounded_text(domain, 1, 512)
        )
        and (
            is_absent(generator) or is_text(generator)
        )
        and (
            is_absent(prompt) or is_text(prompt)
        )
        and (
            is_absent(messages) or is_list(messages)
        )
        and is_absent(images)
        and (
            is_absent(label) or is_text(label)
        )
        and (
            is_absent(chance) or is_number(chance, low := 0, high := 1)
        )
        and (
            is_absent(validators) or is_list_of(validators, '"[^"\\]*"')
        )
        and (
            is_absent(systems) or is_list_of(systems, '"[^"\\]*"')
        )
        and (
            is_absent(is_canary) or is_boolean(is_canary)
        )
        and (
            is_absent(cluster_id) or is_text(cluster_id)
        )
        and (
            is_absent(session_id) or is_text(session_id)
        )
        and (
            is_absent(severity)
            or is_text(severity)
            or is_number(severity)
        )
        and (
            is_absent(tags) or is_list_of(tags, '"[^"\\]*"')
        )
        and (
            is_absent(attributes) or is_flat_object(attributes)
        )
        and (
            is_absent(value_dims)
            or is_list_of(
                value_dims,
                concat(
                    '\{"value_dim":(?:"[^"\\]+")',
                    '(?:,"weight":(?:[0-9]+(?:\.[0-9]+)?|null))?',
                    '(?:,"alignment":(?:-1|0|1|null))?',
                    '(?:,"is_bimodal":(?:true|false|null))?',
                    '\}'
                )
            )
        )
        then encoded(case_id)
    end as subject,
    key_count > known_count + inner_count as may_hold_unknown_field
from fields

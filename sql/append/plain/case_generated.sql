-- The case_generated events that are surely fine, and the subject of each.
--
-- A subject is null where the careful path has to look; that costs time and nothing else.
--
-- grain: ordinal

with parsed_payloads as (
    select
        ordinal,
        payload,
        json_extract(payload, [
            '$.case_id', '$.domain', '$.generator', '$.prompt', '$.messages', '$.expected',
            '$.label', '$.validators', '$.is_canary', '$.cluster_id', '$.session_id',
            '$.severity', '$.tags', '$.attributes', '$.value_dims'
        ])::varchar[] as field,
        key_count
    from screened
    where kind = 'case_generated'
),

fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        json_keys(field[14]) as attribute_names,
        json_keys(field[5], '$[*]') as message_key_lists,
        json_keys(field[15], '$[*]') as value_dim_key_lists,
        field[1] as case_id,
        field[2] as domain,
        field[3] as generator,
        field[4] as prompt,
        field[5] as messages,
        field[6] as expected,
        field[7] as label,
        field[8] as validators,
        field[9] as is_canary,
        field[10] as cluster_id,
        field[11] as session_id,
        field[12] as severity,
        field[13] as tags,
        field[14] as attributes,
        field[15] as value_dims
    from parsed_payloads
)

select
    ordinal,
    case
        when
            are_keys_unique(
                payload,
                key_count,
                known_count,
                coalesce(len(attribute_names), 0)
                + total_length(message_key_lists)
                + total_length(value_dim_key_lists)
            )
            and are_distinct(attribute_names)
            and are_all_distinct(message_key_lists)
            and is_identifier(case_id)
            and is_identifier(domain)
            and (is_absent(generator) or is_text(generator))
            and (is_absent(prompt) or is_text(prompt))
            and (is_absent(messages) or is_list(messages))
            and (is_absent(label) or is_text(label))
            and (is_absent(validators) or is_text_list(validators))
            and (is_absent(is_canary) or is_flag(is_canary))
            and (is_absent(cluster_id) or is_text(cluster_id))
            and (is_absent(session_id) or is_text(session_id))
            and (is_absent(severity) or is_text(severity) or is_number(severity))
            and (is_absent(tags) or is_text_list(tags))
            and (is_absent(attributes) or is_flat_object(attributes))
            and (is_absent(value_dims) or is_value_dim_list(value_dims))
            then
                encoded(case_id)
    end as subject,
    key_count
    > known_count
    + coalesce(len(attribute_names), 0)
    + total_length(message_key_lists)
    + total_length(value_dim_key_lists)
        as may_hold_unknown_field
from fields

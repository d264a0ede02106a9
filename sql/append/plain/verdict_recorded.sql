-- The verdict_recorded events that are surely fine, and the subject of each.
--
-- A subject is null where the careful path has to look; that costs time and nothing else.
--
-- grain: ordinal

with parsed_payloads as (
    select
        ordinal,
        payload,
        json_extract(payload, [
            '$.case_id', '$.system_id', '$.attempt', '$.validator_id', '$.validator_version',
            '$.outcome', '$.score', '$.value', '$.is_rating', '$.scores', '$.reason', '$.tags',
            '$.response_event_id'
        ])::varchar[] as field,
        key_count
    from screened
    where kind = 'verdict_recorded'
),

fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        json_keys(field[10]) as score_names,
        field[1] as case_id,
        field[2] as system_id,
        field[3] as attempt,
        field[4] as validator_id,
        field[5] as validator_version,
        field[6] as outcome,
        field[7] as score,
        field[8] as value,
        field[9] as is_rating,
        field[10] as scores,
        field[11] as reason,
        field[12] as tags,
        field[13] as response_event_id
    from parsed_payloads
)

select
    ordinal,
    case
        when
            are_keys_unique(payload, key_count, known_count, coalesce(len(score_names), 0))
            and are_distinct(score_names)
            and is_identifier(case_id)
            and is_identifier(system_id)
            and (is_absent(attempt) or is_count(attempt, 1))
            and is_identifier(validator_id)
            and (is_absent(validator_version) or is_text(validator_version))
            and outcome in (
                '"right"', '"wrong"', '"abstained"', '"measured"',
                '"undetermined"', '"unscored"', '"error"'
            )
            and (is_absent(score) or is_share(score))
            -- A measured verdict without a value is repaired.
            and (is_number(value) or (is_absent(value) and outcome != '"measured"'))
            and (is_absent(is_rating) or is_flag(is_rating))
            and (is_absent(scores) or is_share_object(scores))
            and is_text(reason)
            and (is_absent(tags) or is_text_list(tags))
            and (is_absent(response_event_id) or is_uuid(response_event_id))
            then
                concat_ws(
                    '/',
                    encoded(case_id),
                    encoded(system_id),
                    coalesce(nullif(attempt, 'null'), '1'),
                    encoded(validator_id)
                )
    end as subject,
    key_count > known_count + coalesce(len(score_names), 0) as may_hold_unknown_field
from fields

-- The verdict_recorded events that are surely valid, and the subject of each.
--
-- Made by `make docs` from evalstore/events/schemas/verdict_recorded.json: edit that file.
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
                '$.validator_id',
                '$.validator_version',
                '$.validator_digest',
                '$.outcome',
                '$.score',
                '$.value',
                '$.is_rating',
                '$.scores',
                '$.reason',
                '$.tags',
                '$.sampling_probability',
                '$.label_set',
                '$.judge',
                '$.response_event_id'
            ]
        ) as text[]) as field,
        key_count
    from prefiltered
    where
        kind = 'verdict_recorded'
), fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        json_keys(field[11]) as scores_keys,
        coalesce(len(scores_keys), 0) as inner_count,
        field[1] as case_id,
        field[2] as system_id,
        field[3] as attempt,
        field[4] as validator_id,
        field[5] as validator_version,
        field[6] as validator_digest,
        field[7] as outcome,
        field[8] as score,
        field[9] as value,
        field[10] as is_rating,
        field[11] as scores,
        field[12] as reason,
        field[13] as tags,
        field[14] as sampling_probability,
        field[15] as label_set,
        field[16] as judge,
        field[17] as response_event_id
    from parsed_payloads
)
select
    ordinal,
    case
        when are_keys_unique(payload, key_count, known_count, inner_count)
        and are_distinct(scores_keys)
        and is_bounded_text(case_id, 1, 512)
        and is_bounded_text(system_id, 1, 512)
        and (
            is_absent(attempt) or is_integer(attempt, low := 1)
        )
        and is_bounded_text(validator_id, 1, 512)
        and (
            is_absent(validator_version) or is_text(validator_version)
        )
        and (
            is_absent(validator_digest) or is_sha256(validator_digest)
        )
        and outcome in (
            '"right"',
            '"wrong"',
            '"abstained"',
            '"measured"',
            '"undetermined"',
            '"unscored"',
            '"error"'
        )
        and (
            outcome <> '"measured"' or not is_absent(value)
        )
        and (
            is_absent(score) or is_number(score, low := 0, high := 1)
        )
        and (
            is_absent(value) or is_number(value)
        )
        and (
            is_absent(is_rating) or is_boolean(is_rating)
        )
        and (
            is_absent(scores)
            or is_object_of(scores, '[01]|[01]\.0|0\.[0-9]+|null')
        )
        and (
            is_absent(reason) or is_text(reason)
        )
        and (
            is_absent(tags) or is_list_of(tags, '"[^"\\]*"')
        )
        and (
            is_absent(sampling_probability)
            or is_number(sampling_probability, low := 1e-09, high := 1)
        )
        and is_absent(label_set)
        and is_absent(judge)
        and (
            is_absent(response_event_id) or is_uuid(response_event_id)
        )
        then concat_ws(
            '/',
            encoded(case_id),
            encoded(system_id),
            coalesce(nullif(attempt, 'null'), '1'),
            encoded(validator_id)
        )
    end as subject,
    key_count > known_count + inner_count as may_hold_unknown_field
from fields

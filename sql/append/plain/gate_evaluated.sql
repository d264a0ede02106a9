-- The gate_evaluated events that are surely fine, and the subject of each.
--
-- A subject is null where the careful path has to look; that costs time and nothing else.
--
-- grain: ordinal

with parsed_payloads as (
    select
        ordinal,
        payload,
        json_extract(payload, [
            '$.gate_id', '$.metric', '$.system_id', '$.slice', '$.validator_id', '$.variant',
            '$.value', '$.interval', '$.count', '$.threshold', '$.baseline_run_id',
            '$.decision', '$.reason', '$.is_informational', '$.tree_size', '$.root',
            '$.views_sha256', '$.config_sha256'
        ])::varchar[] as field,
        key_count
    from screened
    where kind = 'gate_evaluated'
),

fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        field[1] as gate_id,
        field[2] as metric,
        field[3] as system_id,
        field[4] as slice,
        field[5] as validator_id,
        field[6] as variant,
        field[7] as value,
        field[8] as interval,
        field[9] as count,
        field[10] as threshold,
        field[11] as baseline_run_id,
        field[12] as decision,
        field[13] as reason,
        field[14] as is_informational,
        field[15] as tree_size,
        field[16] as root,
        field[17] as views_sha256,
        field[18] as config_sha256
    from parsed_payloads
)

select
    ordinal,
    case
        when
            are_keys_unique(payload, key_count, known_count, 0)
            and is_identifier(gate_id)
            and is_identifier(metric)
            and (is_absent(system_id) or system_id = '""' or is_identifier(system_id))
            and (is_absent(slice) or slice = '""' or is_identifier(slice))
            and (is_absent(validator_id) or validator_id = '""' or is_identifier(validator_id))
            and (is_absent(variant) or variant = '""' or is_identifier(variant))
            and (is_absent(value) or is_number(value))
            and is_absent(interval)
            and (is_absent(count) or is_count(count, 0))
            and is_scalar(threshold)
            and (is_absent(baseline_run_id) or is_text(baseline_run_id))
            and decision in ('"pass"', '"fail"', '"undecided"', '"broken"')
            and is_text(reason)
            and (is_absent(is_informational) or is_flag(is_informational))
            and (is_absent(tree_size) or is_count(tree_size, 0))
            and (is_absent(root) or is_text(root))
            and (is_absent(views_sha256) or is_text(views_sha256))
            and (is_absent(config_sha256) or config_sha256 = '""' or is_identifier(config_sha256))
            then
                concat_ws(
                    '/',
                    encoded(gate_id),
                    encoded(system_id),
                    encoded(validator_id),
                    encoded(slice),
                    encoded(variant),
                    encoded(config_sha256)
                )
    end as subject,
    key_count > known_count as may_hold_unknown_field
from fields

-- The gate_evaluated events that are surely valid, and the subject of each.
--
-- Made by `make docs` from evalstore/events/schemas/gate_evaluated.json: edit that file.
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
                '$.gate_id',
                '$.metric',
                '$.system_id',
                '$.slice',
                '$.validator_id',
                '$.variant',
                '$.value',
                '$.interval',
                '$.count',
                '$.threshold',
                '$.minimum',
                '$.maximum',
                '$.max_drop',
                '$.require',
                '$.baseline_run_id',
                '$.baseline_reference',
                '$.baseline_reason',
                '$.is_awaiting_baseline',
                '$.baseline_age_days',
                '$.baseline_age_run_count',
                '$.baseline_chosen_count',
                '$.try_number',
                '$.branch_try_number',
                '$.false_block_chance',
                '$.drop',
                '$.must_beat',
                '$.parameters',
                '$.lead',
                '$.decision',
                '$.reason',
                '$.by_facts_run_ids',
                '$.is_informational',
                '$.tree_size',
                '$.root',
                '$.views_sha256',
                '$.config_sha256'
            ]
        ) as text[]) as field,
        key_count
    from prefiltered
    where
        kind = 'gate_evaluated'
), fields as (
    select
        ordinal,
        payload,
        key_count,
        list_count(field) as known_count,
        0 as inner_count,
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
        field[11] as minimum,
        field[12] as maximum,
        field[13] as max_drop,
        field[14] as require,
        field[15] as baseline_run_id,
        field[16] as baseline_reference,
        field[17] as baseline_reason,
        field[18] as is_awaiting_baseline,
        field[19] as baseline_age_days,
        field[20] as baseline_age_run_count,
        field[21] as baseline_chosen_count,
        field[22] as try_number,
        field[23] as branch_try_number,
        field[24] as false_block_chance,
        field[25] as drop,
        field[26] as must_beat,
        field[27] as parameters,
        field[28] as lead,
        field[29] as decision,
        field[30] as reason,
        field[31] as by_facts_run_ids,
        field[32] as is_informational,
        field[33] as tree_size,
        field[34] as root,
        field[35] as views_sha256,
        field[36] as config_sha256
    from parsed_payloads
)
select
    ordinal,
    case
        when are_keys_unique(payload, key_count, known_count, inner_count)
        and is_bounded_text(gate_id, 1, 512)
        and is_bounded_text(metric, 1, 512)
        and (
            is_absent(system_id) or is_bounded_text(system_id, 0, 512)
        )
        and (
            is_absent(slice) or is_bounded_text(slice, 0, 512)
        )
        and (
            is_absent(validator_id)
            or is_bounded_text(validator_id, 0, 512)
        )
        and (
            is_absent(variant) or is_bounded_text(variant, 0, 512)
        )
        and (
            is_absent(value) or is_number(value)
        )
        and is_absent(interval)
        and (
            is_absent(count) or is_integer(count, low := 0)
        )
        and is_scalar(threshold)
        and (
            is_absent(minimum) or is_number(minimum)
        )
        and (
            is_absent(maximum) or is_number(maximum)
        )
        and (
            is_absent(max_drop) or is_number(max_drop)
        )
        and (
            is_absent(require)
            or require in ('"point"', '"shown"', '"ruled_out"')
        )
        and (
            is_absent(baseline_run_id) or is_text(baseline_run_id)
        )
        and (
            is_absent(baseline_reference) or is_text(baseline_reference)
        )
        and (
            is_absent(baseline_reason) or is_text(baseline_reason)
        )
        and (
            is_absent(is_awaiting_baseline)
            or is_boolean(is_awaiting_baseline)
        )
        and (
            is_absent(baseline_age_days) or is_number(baseline_age_days)
        )
        and (
            is_absent(baseline_age_run_count)
            or is_integer(baseline_age_run_count, low := 0)
        )
        and (
            is_absent(baseline_chosen_count)
            or is_integer(baseline_chosen_count, low := 0)
        )
        and (
            is_absent(try_number) or is_integer(try_number, low := 1)
        )
        and (
            is_absent(branch_try_number)
            or is_integer(branch_try_number, low := 1)
        )
        and (
            is_absent(false_block_chance)
            or is_number(false_block_chance, low := 0, high := 1)
        )
        and is_absent(drop)
        and (
            is_absent(must_beat) or is_list_of(must_beat, '"[^"\\]*"')
        )
        and (
            is_absent(parameters) or is_object(parameters)
        )
        and is_absent(lead)
        and decision in ('"pass"', '"fail"', '"undecided"', '"broken"')
        and is_text(reason)
        and (
            is_absent(by_facts_run_ids)
            or is_list_of(by_facts_run_ids, '"[^"\\]*"')
        )
        and (
            is_absent(is_informational) or is_boolean(is_informational)
        )
        and (
            is_absent(tree_size) or is_integer(tree_size, low := 0)
        )
        and (
            is_absent(root) or is_text(root)
        )
        and (
            is_absent(views_sha256) or is_text(views_sha256)
        )
        and (
            is_absent(config_sha256)
            or is_bounded_text(config_sha256, 0, 512)
        )
        then concat_ws(
            '/',
            encoded(gate_id),
            encoded(system_id),
            encoded(validator_id),
            encoded(slice),
            encoded(variant),
            encoded(config_sha256)
        )
    end as subject,
    key_count > known_count + inner_count as may_hold_unknown_field
from fields

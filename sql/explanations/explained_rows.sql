-- The rows that a metric counts or leaves out, numbered, with what they contribute.
--
-- Reads the temporary view selected_counted. Parameters: run_id, system_id, validator_id,
-- slice_name, slice_value, variant; null for any value of all but run_id and slice_name.

create or replace temp table explained_rows as
select
    system_id,
    validator_id,
    slice_name,
    slice_value,
    variant,
    case_id,
    attempt,
    item,
    is_counted,
    reason,
    weight,
    numerator,
    denominator,
    row_number() over (
        order by
            slice_name, slice_value, variant, system_id, validator_id, case_id, attempt, item
    ) as row_number
from selected_counted
where
    run_id = $run_id
    and coalesce(system_id = $system_id, $system_id is null)
    and coalesce(validator_id = $validator_id, $validator_id is null)
    and slice_name = $slice_name
    and coalesce(slice_value = $slice_value, $slice_value is null)
    and coalesce(variant = $variant, $variant is null);

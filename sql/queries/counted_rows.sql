-- What a metric counted and what it left out, row by row.

select
    metric,
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    variant,
    case_id,
    attempt,
    item,
    is_counted,
    weight,
    numerator,
    denominator,
    reason
from selected_counted
where
    coalesce(run_id = $run_id, $run_id is null)
    and coalesce(system_id = $system_id, $system_id is null)
    and coalesce(validator_id = $validator_id, $validator_id is null)
    and slice_name = $slice_name
    and coalesce(slice_value = $slice_value, $slice_value is null)
    and coalesce(variant = $variant, $variant is null)
order by all

-- How many cases and attempts of each row of a metric counted, and how many were left out, by why.
--
-- A case stands with one of its attempts; the others of the case add nothing to case_count.

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    variant,
    is_counted,
    reason,
    count(*) filter (where represents_case) as case_count,
    count(*) as attempt_count,
    count(*) filter (where is_missing) as missing_attempt_count
from selected_counted
where
    coalesce(run_id = $run_id, $run_id is null)
    and coalesce(system_id = $system_id, $system_id is null)
    and coalesce(validator_id = $validator_id, $validator_id is null)
    and slice_name = $slice_name
    and coalesce(slice_value = $slice_value, $slice_value is null)
    and coalesce(variant = $variant, $variant is null)
group by all
order by
    run_id, system_id, validator_id, slice_name, slice_value, variant,
    is_counted desc, case_count desc, reason

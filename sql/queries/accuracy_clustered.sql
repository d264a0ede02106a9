-- Accuracy with clustered intervals: the selected rows, slice by slice.
--
-- Parameters: run_id, system_id, validator_id, slice_value, each null for all of them; slice_name
-- and cluster.

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    is_primary_validator,
    scored_count,
    missing_count,
    error_count,
    unscored_count,
    attempt_count,
    cluster_count,
    accuracy,
    standard_error,
    ci_low,
    ci_high,
    reason
from macros.accuracy_clustered($run_id, $cluster)
where
    slice_name = $slice_name
    and coalesce(slice_value = $slice_value, $slice_value is null)
    and coalesce(system_id = $system_id, $system_id is null)
    and coalesce(validator_id = $validator_id, $validator_id is null)
order by
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value

-- Whether each answer is an error, for error_rate.
--
-- Paired is the mean over cases of the share of their attempts; error_rate itself is of all
-- attempts, which is the same where cases have equally many.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, case_id, attempt

select
    run_id,
    system_id,
    validator_id,
    is_primary_validator,
    slice_name,
    slice_value,
    '' as variant,
    case_id,
    cluster_id,
    session_id,
    case when macros.is_failed(is_right, status, outcome) then 1e0 else 0e0 end as value
from facts.sliced

-- Whether each answer is missing, for missing_rate.
--
-- Paired is the mean over cases of the share of their attempts; missing_rate itself is of all
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
    case when status = 'missing' then 1e0 else 0e0 end as value
from facts.sliced

-- Whether each answer is missing; the mean is missing_rate.
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
    1 as attempt_count,
    case when status = 'missing' then 1e0 else 0e0 end as value
from facts.sliced

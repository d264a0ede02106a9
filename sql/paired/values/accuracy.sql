-- What each answer counts in accuracy, whose mean it is; null where it is left out.
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
    macros.correctness(is_right, score) as value
from facts.sliced

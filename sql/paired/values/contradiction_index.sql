-- Whether each judged conversation reverses; the mean is contradiction_index.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, case_id, attempt

select
    run_id,
    system_id,
    validator_id,
    true as is_primary_validator,
    slice_name,
    slice_value,
    '' as variant,
    case_id,
    cluster_id,
    session_id,
    case
        when status = 'ok' and outcome = 'wrong' then 1e0
        when status = 'ok' and outcome = 'right' then 0e0
    end as value
from facts.sliced
where validator_id = 'self_contradiction'

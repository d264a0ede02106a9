-- Whether each reply that came has the form asked for, for format_compliance_rate.
--
-- Paired is the mean over the replies of a case; in the metric a case of whose attempts half came
-- counts half.
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
        when status <> 'missing' and is_right then 1e0
        when status <> 'missing' and not is_right then 0e0
    end as value
from facts.sliced
where validator_id = 'format_compliance'

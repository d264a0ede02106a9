-- What each attempt was measured at; the mean over cases is mean_value.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, case_id, attempt

with measuring as (
    select distinct run_id, validator_id, slice_name, is_primary_validator as is_primary
    from facts.measured_sums
)

select
    run_id,
    system_id,
    validator_id,
    measuring.is_primary as is_primary_validator,
    slice_name,
    slice_value,
    '' as variant,
    case_id,
    cluster_id,
    session_id,
    case when weight is not null and outcome = 'measured' then value end as value
from facts.sliced
inner join measuring using (run_id, validator_id, slice_name)

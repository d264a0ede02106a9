-- Each attempt that a measuring validator was to judge, once per slice, as mean_value counts it.
--
-- Only slices in which the validator measured something of the system are here.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.counted_measurements as

with measuring as (
    select distinct run_id, validator_id, slice_name, is_primary_validator as is_primary
    from facts.measured_sums
)

select
    run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value,
    measuring.is_primary as is_primary_validator,
    represents_case,
    status = 'missing' as is_missing,
    value,
    weight,
    case
        when weight is not null then null
        when status in ('missing', 'error') or outcome is null or outcome = 'error'
            then macros.left_out_reason(status, outcome)
        else 'not measured'
    end as reason
from facts.sliced
inner join measuring using (run_id, validator_id, slice_name)
qualify bool_or(outcome = 'measured') over (
    partition by run_id, system_id, validator_id, slice_name, slice_value
);

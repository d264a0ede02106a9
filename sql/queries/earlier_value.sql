-- What a metric was in one run, in each row that a gate may be about.
--
-- Without a validator named, the run's primary one counts.
--
-- Parameters: run_id, system_id, validator_id, slice_name, slice_value, variant.
--
-- grain: system_id, validator_id, slice_name, slice_value, variant

select
    system_id,
    validator_id,
    slice_name,
    slice_value,
    variant,
    value
from selected_metrics
where
    run_id = $run_id
    and slice_name = $slice_name
    and coalesce(slice_value = $slice_value, $slice_value is null)
    and coalesce(system_id = $system_id, $system_id is null)
    and coalesce(validator_id = $validator_id, is_primary_validator)
    and coalesce(variant = $variant, $variant is null)
    and value is not null

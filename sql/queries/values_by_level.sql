-- A metric in one run for each value of a slice, with how many cases count in each.
--
-- Without a validator named, the run's primary one counts.
--
-- Parameters: run_id, system_id, validator_id, slice_name, variant.
--
-- grain: system_id, validator_id, variant, slice_value

select
    system_id,
    validator_id,
    variant,
    slice_value,
    value,
    scored_count
from selected_metrics
where
    run_id = $run_id
    and slice_name = $slice_name
    and coalesce(system_id = $system_id, $system_id is null)
    and coalesce(validator_id = $validator_id, is_primary_validator)
    and coalesce(variant = $variant, $variant is null)
    and value is not null
    and scored_count > 0

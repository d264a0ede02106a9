-- What a metric was in some runs, and over how many cases, in each row that a gate may be about.
--
-- Without a validator named, each run's primary one counts.
--
-- Parameters: first_run_id and last_run_id, by which a scan skips the row groups of other runs,
-- and listed_runs: those that are meant, null for all between the two; system_id, validator_id,
-- slice_name, slice_value, variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    variant,
    value,
    scored_count
from selected_metrics
where
    run_id between $first_run_id and $last_run_id
    and coalesce(list_contains($listed_runs::varchar[], run_id), true)
    and slice_name = $slice_name
    and coalesce(slice_value = $slice_value, $slice_value is null)
    and coalesce(system_id = $system_id, $system_id is null)
    and coalesce(validator_id = $validator_id, is_primary_validator)
    and coalesce(variant = $variant, $variant is null)
    and value is not null

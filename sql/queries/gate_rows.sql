-- The rows a gate decides on, beside how many cases were expected in each.
--
-- attempt_count and left_out_attempt_count are null where the metric does not count attempts.
-- Without a validator named, the run's primary one counts. unasked_system_ids are those that no
-- gate is about that names no system: what knows nothing, and what the others have to beat.

with measured as (
    select
        system_id,
        validator_id,
        slice_name,
        slice_value,
        variant,
        value,
        scored_count,
        error_count,
        unscored_count,
        attempt_count,
        left_out_attempt_count,
        ci_low,
        ci_high
    from selected_metrics
    where
        metric = $metric
        and run_id = $run_id
        and slice_name = $slice_name
        and coalesce(slice_value = $slice_value, $slice_value is null)
        and coalesce(system_id = $system_id, $system_id is null)
        and not list_contains($unasked_system_ids::varchar[], system_id)
        and coalesce(validator_id = $validator_id, is_primary_validator)
        and coalesce(variant = $variant, $variant is null)
),

expected as (
    select
        system_id,
        validator_id,
        slice_name,
        slice_value,
        scored_count as expected_count
    from selected_metrics
    where
        metric = 'error_rate'
        and run_id = $run_id
        and slice_name = $slice_name
),

-- What no validator judges, such as latency, is expected of every case.
expected_of_any as (
    select
        system_id,
        slice_name,
        slice_value,
        max(expected_count) as expected_count
    from expected
    group by all
)

select
    measured.system_id,
    measured.validator_id,
    measured.slice_name,
    measured.slice_value,
    measured.variant,
    measured.value,
    measured.scored_count,
    measured.error_count,
    measured.unscored_count,
    coalesce(
        expected.expected_count,
        expected_of_any.expected_count,
        measured.scored_count + measured.error_count + measured.unscored_count
    ) as expected_count,
    measured.attempt_count,
    measured.left_out_attempt_count,
    measured.ci_low,
    measured.ci_high
from measured
-- What is no judged answer, such as a persona's week, is expected by its metric alone.
left join expected_of_any using (system_id, slice_name, slice_value)
left join expected using (system_id, validator_id, slice_name, slice_value)
order by measured.system_id, measured.validator_id, measured.slice_value, measured.variant

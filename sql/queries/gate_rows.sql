-- The rows that gates decide on in a run, beside how many cases were expected in each.
--
-- attempt_count and left_out_attempt_count are null where the metric does not count attempts.
-- Without a validator named, the run's primary one counts. unasked_system_ids are those that no
-- gate is about that names no system: what knows nothing, and what the others have to beat.
--
-- Parameters: run_id; gates, each with its number, its metric and what it names; metrics and
-- slice_names: those of all gates, by which the metrics compute no others.
--
-- grain: gate_number, system_id, validator_id, slice_value, variant

with gates as (
    select
        unnest(
            $gates::struct(
                gate_number bigint,
                metric varchar,
                system_id varchar,
                unasked_system_ids varchar[],
                validator_id varchar,
                slice_name varchar,
                slice_value varchar,
                variant varchar
            )[],
            max_depth := 2
        )
),

run_rows as (
    select
        metric,
        is_primary_validator,
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
        run_id = $run_id
        and list_contains($metrics::varchar[], metric)
        and list_contains($slice_names::varchar[], slice_name)
),

measured as (
    select
        gates.gate_number,
        run_rows.*
    from run_rows
    inner join gates
        on
            run_rows.metric = gates.metric
            and run_rows.slice_name = gates.slice_name
            and coalesce(run_rows.slice_value = gates.slice_value, gates.slice_value is null)
            and coalesce(run_rows.system_id = gates.system_id, gates.system_id is null)
            and not list_contains(gates.unasked_system_ids, run_rows.system_id)
            and coalesce(
                run_rows.validator_id = gates.validator_id, run_rows.is_primary_validator
            )
            and coalesce(run_rows.variant = gates.variant, gates.variant is null)
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
        and list_contains($slice_names::varchar[], slice_name)
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
    measured.gate_number,
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
order by
    measured.gate_number,
    measured.system_id,
    measured.validator_id,
    measured.slice_value,
    measured.variant

-- What a look at a run sees: values and differences of one system, in the order drawn by the seed.
--
-- Units are what was drawn: clusters, else sessions, else cases. A look takes them up to the first
-- that lacks an answer, since those that answer late may differ from the others. A unit counts
-- with the mean of its cases, so that units weigh alike. `differences` are the run less the
-- baseline, of the units that both have; is_paired_by_case says that these are single cases with
-- one attempt on each side, right or wrong.
--
-- Parameters: run_id, system_id, validator_id, variant, slice_name, slice_value, and
-- baseline_run_id, null without one. A null validator is each run's primary one.
--
-- grain: none, one row

with run_values as (
    select
        case_id,
        value,
        attempt_count
    from case_values
    where
        run_id = $run_id
        and system_id = $system_id
        and coalesce(validator_id = $validator_id, is_primary_validator)
        and slice_name = $slice_name
        and slice_value = $slice_value
        and variant = $variant
),

baseline_values as (
    select
        case_id,
        value,
        attempt_count
    from case_values
    where
        run_id = $baseline_run_id
        and system_id = $system_id
        and coalesce(validator_id = $validator_id, is_primary_validator)
        and slice_name = $slice_name
        and slice_value = $slice_value
        and variant = $variant
),

-- How many attempts of the slice there are, with a value or without.
attempt_counts as (
    select
        case_id,
        count(*) as expected_count,
        count(value) as valued_count
    from attempt_values
    where
        run_id = $run_id
        and system_id = $system_id
        and coalesce(validator_id = $validator_id, is_primary_validator)
        and slice_name = $slice_name
        and slice_value = $slice_value
        and variant = $variant
    group by case_id
),

answer_counts as (
    select
        case_id,
        count(*) as answer_count
    from facts.responses
    where
        run_id = $run_id
        and system_id = $system_id
    group by case_id
),

drawn_cases as (
    select
        cases.case_id,
        coalesce(cases.cluster_id, cases.session_id, e'\x01' || cases.case_id) as unit,
        sha256(runs.seed || e'\n' || unit) as place,
        coalesce(answer_counts.answer_count, 0) >= coalesce(runs.declared_attempt_count, 1)
        or coalesce(not list_contains(cases.asked_systems, $system_id), false) as is_answered
    from facts.cases as cases
    inner join facts.runs as runs using (run_id)
    left join answer_counts on cases.case_id = answer_counts.case_id
    where cases.run_id = $run_id
),

drawn_units as (
    select
        unit,
        place,
        bool_and(is_answered) as is_answered,
        count(*) as case_count
    from drawn_cases
    group by all
),

looked_units as (
    select
        unit,
        place,
        case_count,
        bool_and(is_answered) over (order by place, unit) as is_looked_at
    from drawn_units
),

unit_values as (
    select
        looked_units.unit,
        looked_units.place,
        avg(run_values.value) as value,
        avg(run_values.value - baseline_values.value) as difference,
        count(run_values.value) as valued_count,
        count(run_values.value - baseline_values.value) as paired_count,
        sum(run_values.value) as value_sum,
        sum(attempt_counts.expected_count) as expected_count,
        sum(attempt_counts.valued_count) as attempt_count,
        bool_and(
            looked_units.case_count = 1
            and run_values.attempt_count = 1 and baseline_values.attempt_count = 1
            and run_values.value in (0, 1) and baseline_values.value in (0, 1)
        ) filter (where run_values.value - baseline_values.value is not null) as is_by_case
    from looked_units
    inner join drawn_cases using (unit)
    left join run_values on drawn_cases.case_id = run_values.case_id
    left join baseline_values on drawn_cases.case_id = baseline_values.case_id
    left join attempt_counts on drawn_cases.case_id = attempt_counts.case_id
    where looked_units.is_looked_at
    group by all
)

select
    coalesce(list(value order by place, unit) filter (where value is not null), [])
        as unit_values,
    coalesce(list(difference order by place, unit) filter (where difference is not null), [])
        as differences,
    coalesce(bool_and(is_by_case), false) as is_paired_by_case,
    coalesce(sum(valued_count), 0)::bigint as valued_count,
    coalesce(sum(paired_count), 0)::bigint as paired_count,
    sum(value_sum) / sum(valued_count) as mean_value,
    coalesce(1 - sum(attempt_count) / sum(expected_count), 0) as left_out_share,
    count(*) as looked_count,
    (select count(*) from drawn_units) as unit_count,
    (select coalesce(max(case_count), 1) > 1 from drawn_units) as is_clustered
from unit_values

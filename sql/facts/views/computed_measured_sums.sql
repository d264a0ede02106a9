-- What facts.measured_sums keeps, computed from the facts of now.
--
-- Its columns are explained there.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- for: facts.measured_sums

create or replace view facts.computed_measured_sums as

with sums as (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) filter (where represents_case) as case_count,
        count(case_value) as measured_count,
        count(*) filter (where represents_case and case_value is null and status = 'missing')
            as missing_count,
        count(*) filter (where represents_case and case_value is null and is_failed)
            as error_count,
        count(*) as attempt_count,
        count(*) filter (where weight is null) as left_out_attempt_count,
        macros.steady_sum(case_value) as value_sum,
        stddev_samp(case_value order by case_value) as value_deviation
    from facts.sliced_answers
    group by all
    having bool_or(outcome = 'measured')
)

select
    run_id, system_id, validator_id, slice_name, slice_value,
    -- Of those that measure, in slices of one name: the run's primary one, else the only one.
    is_primary_validator or (
        not bool_or(is_primary_validator) over runs
        and min(validator_id) over runs = max(validator_id) over runs
    ) as is_primary_validator,
    case_count,
    measured_count,
    missing_count,
    error_count,
    attempt_count,
    left_out_attempt_count,
    value_sum,
    value_deviation
from sums
window
    runs as (partition by run_id, slice_name);

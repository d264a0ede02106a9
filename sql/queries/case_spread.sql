-- How the values of a metric spread over the cases of a run, and within cases over their attempts.
--
-- From attempt_values of paired.take_values. `within_variance` is the mean over the cases with two
-- attempts or more of the variance of these, null where there are none.
--
-- Parameters: run_id, system_id, validator_id, slice_name, slice_value, variant. Null is any
-- system, any variant and, of validators, the primary one.
--
-- grain: system_id, validator_id, variant

with case_spreads as (
    select
        system_id,
        validator_id,
        variant,
        case_id,
        avg(value) as value,
        count(value) as attempt_count,
        var_samp(value) as variance
    from attempt_values
    where
        run_id = $run_id
        and coalesce(system_id = $system_id, $system_id is null)
        and coalesce(validator_id = $validator_id, is_primary_validator)
        and slice_name = $slice_name
        and slice_value = $slice_value
        and coalesce(variant = $variant, $variant is null)
        and value is not null
    group by all
)

select
    system_id,
    validator_id,
    variant,
    count(*) as case_count,
    avg(value) as mean,
    stddev_samp(value) as deviation,
    avg(attempt_count) as attempt_count,
    avg(variance) as within_variance
from case_spreads
group by all
order by all;

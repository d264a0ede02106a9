-- How many of the answers expected of a system never came.
--
-- Each of them counts as wrong in accuracy and stays out of calibration. The denominator is every
-- answer expected, whatever became of it.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of answers
-- range: 0 to 1
-- better: lower
-- source: missing answers / answers expected; Wilson score interval (Wilson 1927)

create or replace view metrics.missing_rate as

with expected_answers as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        is_primary_validator,
        is_right,
        status,
        macros.is_failed(is_right, status, outcome) as is_failed
    from facts.sliced
),

counted_answers as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) as scored_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where is_right is null and not is_failed) as unscored_count
    from expected_answers
    group by all
)

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    is_primary_validator,
    scored_count,
    missing_count,
    error_count,
    unscored_count,
    missing_count / nullif(scored_count, 0) as missing_rate,
    macros.wilson_low(missing_count, scored_count) as ci_low,
    macros.wilson_high(missing_count, scored_count) as ci_high
from counted_answers;

-- Missing rate: the share of the attempts expected of a system that never came.
--
-- Each of them counts as wrong in accuracy and stays out of calibration. The denominator is every
-- attempt expected, whatever became of it; the counts are of cases, and missing_count holds those
-- of which no reply came.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of attempts
-- range: 0 to 1
-- better: lower
-- source: missing / expected attempts; Wilson score interval (Wilson 1927) where every case has
--     one attempt, else Student's t on the error of a ratio over cases (Cochran 1977)
-- empty: no_response, no_verdict
-- outcomes: not read
-- counts: facts.counted_answers
-- reason: null
-- weight: 1
-- numerator: case when is_missing then 1 else 0 end

create or replace view metrics.missing_rate as

with rates as (
    select
        answer_sums.*,
        macros.ratio_error(
            missing_attempt_count, attempt_count, missing_square_sum, missing_product_sum,
            attempt_square_sum, case_count
        ) as standard_error
    from facts.answer_sums
)

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    case_count as scored_count, missing_count, error_count, unscored_count,
    attempt_count, 0 as left_out_attempt_count,
    missing_attempt_count / nullif(attempt_count, 0) as missing_rate,
    macros.ratio_low(
        missing_attempt_count, attempt_count, standard_error, case_count, attempt_count
    ) as ci_low,
    macros.ratio_high(
        missing_attempt_count, attempt_count, standard_error, case_count, attempt_count
    ) as ci_high
from rates;

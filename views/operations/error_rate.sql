-- Error rate: the share of the attempts expected of a system that were lost to an error.
--
-- An error is a failure of the system or of the validator, not a wrong answer. Such attempts are
-- left out of accuracy and calibration, which is why a gate breaks when there are many. The
-- denominator is every attempt expected, so that none is left out; the counts are of cases, and
-- error_count holds those of which nothing but an error came.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of attempts
-- range: 0 to 1
-- better: lower
-- source: failed / expected attempts; Wilson score interval (Wilson 1927) where every case has one
--     attempt, else Student's t on the error of a ratio over cases (Cochran 1977)
-- empty: no_response, no_verdict
-- outcomes: not read
-- counts: facts.counted_answers
-- reason: null
-- weight: 1
-- numerator: case when is_failed then 1 else 0 end

create or replace view metrics.error_rate as

with rates as (
    select
        answer_sums.*,
        macros.ratio_error(
            error_attempt_count, attempt_count, error_square_sum, error_product_sum,
            attempt_square_sum, case_count
        ) as standard_error
    from facts.answer_sums
)

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    case_count as scored_count, missing_count, error_count, unscored_count,
    attempt_count, 0 as left_out_attempt_count,
    error_attempt_count / nullif(attempt_count, 0) as error_rate,
    macros.ratio_low(
        error_attempt_count, attempt_count, standard_error, case_count, attempt_count
    ) as ci_low,
    macros.ratio_high(
        error_attempt_count, attempt_count, standard_error, case_count, attempt_count
    ) as ci_high
from rates;

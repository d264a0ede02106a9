-- Mean of what a scorer measured, on the scorer's own scale.
--
-- Of each case the mean over its attempts counts, and the mean of these is the value: a rating
-- from 1 to 10 has a mean rating, and no accuracy. Attempts without a measurement, missing and
-- unparsable ones among them, are left out and counted. Which direction is better the scorer
-- knows. Null, with a count of 0, where nothing was measured; a validator that gives shares has no
-- row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: as measured
-- range: any number
-- better: none
-- source: mean over cases; Student's t interval with one degree of freedom less than cases
-- empty: no_response, no_verdict, nothing_measured
-- counts: facts.counted_measurements
-- numerator: weight * value

create or replace view metrics.mean_value as

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    measured_count as scored_count, missing_count, error_count,
    case_count - measured_count - missing_count - error_count as unscored_count,
    attempt_count,
    left_out_attempt_count,
    value_deviation as standard_deviation,
    value_sum / measured_count as mean_value,
    mean_value
    - macros.student_quantile_975(measured_count - 1) * value_deviation / sqrt(measured_count)
        as ci_low,
    mean_value
    + macros.student_quantile_975(measured_count - 1) * value_deviation / sqrt(measured_count)
        as ci_high
from facts.measured_sums;

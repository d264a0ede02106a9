-- How many of the answers expected of a system were lost to an error.
--
-- The system failed, or the validator failed on an answer that came. Such answers are left out of
-- accuracy and calibration, which is why a gate breaks when there are many. The denominator is
-- every answer expected.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of answers
-- range: 0 to 1
-- better: lower
-- source: failed answers / answers expected; Wilson score interval (Wilson 1927)

create or replace view metrics.error_rate as

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    answer_count as scored_count, missing_count, error_count, unscored_count,
    error_count / nullif(answer_count, 0) as error_rate,
    macros.wilson_low(error_count, answer_count) as ci_low,
    macros.wilson_high(error_count, answer_count) as ci_high
from facts.answer_sums;

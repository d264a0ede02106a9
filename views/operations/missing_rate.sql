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

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    answer_count as scored_count, missing_count, error_count, unscored_count,
    missing_count / nullif(answer_count, 0) as missing_rate,
    macros.wilson_low(missing_count, answer_count) as ci_low,
    macros.wilson_high(missing_count, answer_count) as ci_high
from facts.answer_sums;

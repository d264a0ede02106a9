-- How much of what was asked a system gets right.
--
-- The mean correctness over the answers expected of a system: right counts 1, wrong, abstained,
-- missing and unparsable count 0, a graded score counts as it stands. Errors and answers without
-- a judgement are left out and counted beside it. Over all domains this weights each answer
-- alike (micro); accuracy_macro weights each domain alike.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of answers
-- range: 0 to 1
-- better: higher
-- source: mean correctness; Wilson score interval over the summed correctness (Wilson 1927)

create or replace view metrics.accuracy as

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    correctness_sum / nullif(scored_count, 0) as accuracy,
    macros.share_low(
        correctness_sum, correctness_square_sum, scored_count, scored_attempt_count
    ) as ci_low,
    macros.share_high(
        correctness_sum, correctness_square_sum, scored_count, scored_attempt_count
    ) as ci_high
from facts.answer_sums;

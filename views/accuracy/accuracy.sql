-- Accuracy: the share of what was asked that a system gets right.
--
-- The mean correctness over the cases asked of a system: right counts 1, wrong, abstained, missing
-- and unparsable count 0, a graded score counts as it stands. Errors and what has no judgement are
-- left out and counted beside it. A case counts with the mean over its attempts that were scored:
-- facts.answer_sums. Over all domains this weights each case alike (micro); accuracy_macro weights
-- each domain alike. A validator that measures has no accuracy, but a mean_value.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of cases
-- range: 0 to 1
-- better: higher
-- source: mean correctness; Wilson score interval (Wilson 1927) where every case has one scored
--     attempt, else Student's t over the means of the cases, cut off at 0 and 1
-- section: charts, 2
-- empty: no_response, no_verdict, nothing_right_or_wrong
-- counts: facts.counted_answers
-- rightness: of all cases
-- numerator: weight * correctness

create or replace view metrics.accuracy as

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    correctness_sum / nullif(scored_count, 0) as accuracy,
    macros.share_low(
        correctness_sum, correctness_deviation, scored_count, scored_attempt_count
    ) as ci_low,
    macros.share_high(
        correctness_sum, correctness_deviation, scored_count, scored_attempt_count
    ) as ci_high
from facts.answer_sums;

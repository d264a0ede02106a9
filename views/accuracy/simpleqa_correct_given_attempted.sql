-- Accuracy given attempted (SimpleQA): how often a system is right when it tries to answer.
--
-- Right and wrong answers are tries; abstained, missing and unparsable ones are not:
-- not_attempted_count holds their cases. A graded answer is right from one half on. Errors and
-- what has no judgement are left out. A case of whose repetitions half are tries counts half. Null
-- where nothing is tried, where the original says 0. No interval where a case was asked
-- repeatedly: bootstrap gives one.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of attempted answers
-- range: 0 to 1
-- better: higher
-- source: c / (c + i) of correct and incorrect; Wei et al. 2024 (SimpleQA, arXiv 2411.04368);
--     Wilson score interval (Wilson 1927)
-- parameters: right from a score of 0.5 on
-- empty: no_response, no_verdict, nothing_right_or_wrong, nothing_attempted
-- counts: facts.counted_answers
-- reason: unattempted_reason
-- numerator: case when is_right then weight else 0 end

create or replace view metrics.simpleqa_correct_given_attempted as

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    attempted_count as scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    scored_count - attempted_count as not_attempted_count,
    attempted_right_sum / nullif(attempted_sum, 0) as simpleqa_correct_given_attempted,
    case
        when scored_attempt_count = scored_count
            then macros.wilson_low(attempted_right_sum, attempted_count)
    end as ci_low,
    case
        when scored_attempt_count = scored_count
            then macros.wilson_high(attempted_right_sum, attempted_count)
    end as ci_high
from facts.answer_sums;

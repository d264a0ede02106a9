-- F-score (SimpleQA): the harmonic mean of being right and of being right when attempted.
--
-- The harmonic mean of the share right of all questions and the share right of those attempted.
-- Right and wrong answers are tries; abstained, missing and unparsable ones are not, and cost half
-- as much as a wrong one. A graded answer is right from one half on. Errors and what has no
-- judgement are left out. A case counts with the mean over its attempts that were scored:
-- facts.answer_sums. Null where nothing is tried, where the original says 0.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: harmonic mean of shares
-- range: 0 to 1
-- better: higher
-- source: 2c / (2c + 2i + n) of correct, incorrect and not attempted; Wei et al. 2024 (SimpleQA,
--     arXiv 2411.04368)
-- parameters: right from a score of 0.5 on
-- resamples: no, a mean of two ratios
-- empty: no_response, no_verdict, nothing_right_or_wrong, nothing_attempted
-- counts: facts.counted_answers
-- numerator: case when is_attempted and is_right then 2 * weight else 0 end
-- denominator: case when is_attempted then 2 * weight else weight end

create or replace view metrics.simpleqa_f as

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    attempted_count,
    case
        when attempted_sum > 0 then 2 * attempted_right_sum / (attempted_sum + scored_count)
    end as simpleqa_f
from facts.answer_sums;

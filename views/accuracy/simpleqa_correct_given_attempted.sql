-- How often a system is right when it tries: SimpleQA's correct given attempted.
--
-- Right and wrong answers are attempts; abstained, missing and unparsable ones are not attempted
-- and not in the denominator: not_attempted_count says how many. A graded answer is right from one
-- half on. Errors and answers without a judgement are left out. Null where nothing is attempted,
-- where the original says 0. Who tries little looks good here: read it beside simpleqa_f.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of attempted answers
-- range: 0 to 1
-- better: higher
-- source: c / (c + i) of correct and incorrect; Wei et al. 2024 (SimpleQA, arXiv 2411.04368);
--     Wilson score interval (Wilson 1927)
-- parameters: right from a score of 0.5 on

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

-- Answer accuracy, or selective accuracy: how often an answer is right where one is given.
--
-- Of all answers, the right ones; each is weighted by 1 / the attempts at its case. Null where it
-- never answers. Read it beside answer_coverage: who answers little is seldom wrong. scored_count
-- holds the cases that it answers at least once. missing_count holds cases of which nothing came
-- that is YES, NO or UNKNOWN, error_count those of which an error of the system took every
-- attempt, both over all labelled cases. A grain without a labelled case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of answers
-- range: 0 to 1
-- better: higher
-- default: mapping=licensed
-- source: A_E / (A_E + A_C + A_U), A for answers (metrics_abstention.py of
--     github.com/s-emanuilov/world_mind); strict: also NO on C is right; Wilson score interval
--     (Wilson 1927), with repeated attempts Student's t on the linearised ratio (Cochran 1977)
-- parameters: licensed: YES answers, right on E; strict: YES and NO, right on E and C; by_action:
--     YES and NO, right on E
-- section: cards, 8
-- label: answer accuracy
-- empty: no_labelled_case, no_response, all_failed, no_prediction, no_answer
-- outcomes: not read
-- counts: facts.counted_given_answers
-- rightness: of some cases
-- numerator: case when is_right_answer then weight else 0 end

create or replace view metrics.answer_accuracy as

with ratios as (
    select
        abstention_sums.*,
        macros.ratio_error(
            right_answer_sum, answer_sum, right_answer_square_sum, right_answer_product_sum,
            answer_square_sum, answered_count
        ) as standard_error
    from facts.abstention_sums
)

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    answered_count as scored_count, missing_count, error_count, 0 as unscored_count,
    attempt_count, left_out_attempt_count,
    right_answer_sum / nullif(answer_sum, 0) as answer_accuracy,
    macros.ratio_low(
        right_answer_sum, answer_sum, standard_error, answered_count, answered_attempt_count
    ) as ci_low,
    macros.ratio_high(
        right_answer_sum, answer_sum, standard_error, answered_count, answered_attempt_count
    ) as ci_high
from ratios;

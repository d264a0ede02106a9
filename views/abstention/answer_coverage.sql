-- Coverage: the share of cases that a system answers, rightly or not.
--
-- Of all labelled cases, those answered. Neither an abstention nor a missing answer is one. Read
-- it beside the others: who answers little is seldom false. A case counts with the mean over its
-- attempts; those lost to an error are left out. missing_count holds cases of which nothing came
-- that is YES, NO or UNKNOWN, error_count those of which an error of the system took every
-- attempt, both over all labelled cases. A grain without a labelled case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of cases
-- range: 0 to 1
-- better: none
-- default: mapping=licensed
-- source: (A_E + A_C + A_U) / n, A for answers; Wilson score interval (Wilson 1927), with
--     repeated attempts Student's t over the cases' means
-- parameters: licensed: YES answers; strict and by_action: YES and NO
-- empty: no_labelled_case, no_response, all_failed, no_prediction
-- outcomes: not read
-- counts: facts.counted_abstentions
-- numerator: case when is_answer then weight else 0 end

create or replace view metrics.answer_coverage as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    labelled_count as scored_count, missing_count, error_count, 0 as unscored_count,
    attempt_count, left_out_attempt_count,
    answer_sum / nullif(labelled_count, 0) as answer_coverage,
    macros.share_low(
        answer_sum, answer_deviation, labelled_count, labelled_attempt_count
    ) as ci_low,
    macros.share_high(
        answer_sum, answer_deviation, labelled_count, labelled_attempt_count
    ) as ci_high
from facts.abstention_sums;

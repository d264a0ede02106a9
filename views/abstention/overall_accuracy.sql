-- Overall accuracy on labelled claims: how often a system does what the label calls for.
--
-- Of all labelled cases, those rightly answered or abstained from where that is due. Strictly it
-- is the share of right words: YES on E, NO on C, UNKNOWN on U. A missing answer is not right and
-- stays in the denominator. A case counts with the mean over its attempts; those lost to an error
-- are left out. missing_count holds cases of which nothing came that is YES, NO or UNKNOWN,
-- error_count those of which an error of the system took every attempt, both over all labelled
-- cases. A grain without a labelled case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of cases
-- range: 0 to 1
-- better: higher
-- default: mapping=licensed
-- source: (A_E + S_C + S_U) / n, A for answers, S for abstentions (metrics_abstention.py of
--     github.com/s-emanuilov/world_mind); strict: NO in place of S on C; Wilson score interval
--     (Wilson 1927), with repeated attempts Student's t over the cases' means
-- parameters: licensed: YES on E, NO and UNKNOWN on C and U; strict: YES, NO and UNKNOWN on E, C
--     and U; by_action: YES and NO on E, UNKNOWN on C and U
-- section: cards, 9
-- label: overall accuracy
-- empty: no_labelled_case, no_response, all_failed, no_prediction
-- outcomes: not read
-- counts: facts.counted_abstentions
-- rightness: of some cases
-- numerator: case when is_right_action then weight else 0 end

create or replace view metrics.overall_accuracy as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    labelled_count as scored_count, missing_count, error_count, 0 as unscored_count,
    attempt_count, left_out_attempt_count,
    right_action_sum / nullif(labelled_count, 0) as overall_accuracy,
    macros.share_low(
        right_action_sum, right_action_deviation, labelled_count, labelled_attempt_count
    ) as ci_low,
    macros.share_high(
        right_action_sum, right_action_deviation, labelled_count, labelled_attempt_count
    ) as ci_high
from facts.abstention_sums;

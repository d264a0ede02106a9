-- False answer rate on non-entailed cases: how often a system answers falsely there.
--
-- The false answer rate on non-entailed cases: of those labelled C or U, the ones falsely
-- answered. A missing answer is not false and stays in the denominator. Under licensed and
-- by_action it is 1 - abstention_recall where no answer to a C or U case is missing; else the two
-- and the share missing add up to 1. A case counts with the mean over its attempts; those lost to
-- an error are left out. missing_count holds cases of which nothing came that is YES, NO or
-- UNKNOWN, error_count those of which an error of the system took every attempt, both over all
-- labelled cases. A grain without a labelled case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of cases that are not entailed
-- range: 0 to 1
-- better: lower
-- default: mapping=licensed
-- source: FAR-NE = (A_C + A_U) / n_nonE, A for answers; strict: YES on C, YES or NO on U;
--     Wilson score interval (Wilson 1927), with repeated attempts Student's t over the cases'
--     means
-- parameters: licensed: YES is false; strict: YES on C, YES and NO on U; by_action: YES and
--     NO
-- section: cards, 6
-- label: FAR-NE
-- empty: no_labelled_case, no_response, all_failed, no_prediction, no_unentailed_case
-- outcomes: not read
-- counts: facts.counted_abstentions
-- reason: entailed_reason
-- rightness: of some cases
-- numerator: case when is_false_answer then weight else 0 end

create or replace view metrics.far_ne as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    unentailed_count as scored_count, missing_count, error_count, 0 as unscored_count,
    attempt_count, left_out_attempt_count,
    false_answer_sum / nullif(unentailed_count, 0) as far_ne,
    macros.share_low(
        false_answer_sum, false_answer_deviation, unentailed_count, unentailed_attempt_count
    ) as ci_low,
    macros.share_high(
        false_answer_sum, false_answer_deviation, unentailed_count, unentailed_attempt_count
    ) as ci_high
from facts.abstention_sums;

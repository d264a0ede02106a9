-- Contradiction rejection rate: how often a claim that the source contradicts is rejected.
--
-- The constraint violation rejection rate: of the cases labelled C, those that are rejected. A
-- missing answer rejects nothing and stays in the denominator. A case counts with the mean over
-- its attempts; those lost to an error are left out. missing_count holds cases of which nothing
-- came that is YES, NO or UNKNOWN, error_count those of which an error of the system took every
-- attempt, both over all labelled cases. A grain without a labelled case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of contradicted cases
-- range: 0 to 1
-- better: higher
-- default: mapping=licensed
-- source: CVRR = S_C / n_C, S for rejections; strict: NO on C / n_C; Wilson score interval
--     (Wilson 1927), with repeated attempts Student's t over the cases' means
-- parameters: licensed: NO and UNKNOWN reject; strict: NO; by_action: UNKNOWN
-- section: cards, 5
-- label: CVRR
-- empty: no_labelled_case, no_response, all_failed, no_prediction, no_contradicted_case
-- outcomes: not read
-- counts: facts.counted_abstentions
-- reason: uncontradicted_reason
-- rightness: of some cases
-- numerator: case when is_rejection then weight else 0 end

create or replace view metrics.cvrr as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    contradicted_count as scored_count, missing_count, error_count, 0 as unscored_count,
    attempt_count, left_out_attempt_count,
    rejection_sum / nullif(contradicted_count, 0) as cvrr,
    macros.share_low(
        rejection_sum, rejection_deviation, contradicted_count, contradicted_attempt_count
    ) as ci_low,
    macros.share_high(
        rejection_sum, rejection_deviation, contradicted_count, contradicted_attempt_count
    ) as ci_high
from facts.abstention_sums;

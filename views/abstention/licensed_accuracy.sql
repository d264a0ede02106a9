-- Licensed accuracy: how often a claim that the source entails is answered.
--
-- Of all cases labelled E, those answered; only by_action lets a NO pass for an answer here. All
-- entailed cases are in the denominator, abstained and missing ones too, so that silence does not
-- help. A case counts with the mean over its attempts; those lost to an error are left out.
-- missing_count holds cases of which nothing came that is YES, NO or UNKNOWN, error_count those
-- of which an error of the system took every attempt, both over all labelled cases. A grain
-- without a labelled case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of entailed cases
-- range: 0 to 1
-- better: higher
-- default: mapping=licensed
-- source: LA = A_E / n_E, A for answers; licensed and strict: YES on E / n_E; Wilson score
--     interval (Wilson 1927), with repeated attempts Student's t over the cases' means
-- parameters: licensed and strict: YES counts; by_action: YES and NO
-- section: cards, 7
-- label: licensed accuracy
-- empty: no_labelled_case, no_response, all_failed, no_prediction, no_entailed_case
-- outcomes: not read
-- counts: facts.counted_abstentions
-- reason: unentailed_reason
-- rightness: of some cases
-- numerator: case when is_licensed_answer then weight else 0 end

create or replace view metrics.licensed_accuracy as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    entailed_count as scored_count, missing_count, error_count, 0 as unscored_count,
    attempt_count, left_out_attempt_count,
    licensed_answer_sum / nullif(entailed_count, 0) as licensed_accuracy,
    macros.share_low(
        licensed_answer_sum, licensed_answer_deviation, entailed_count, entailed_attempt_count
    ) as ci_low,
    macros.share_high(
        licensed_answer_sum, licensed_answer_deviation, entailed_count, entailed_attempt_count
    ) as ci_high
from facts.abstention_sums;

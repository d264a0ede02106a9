-- Precision of abstention: how often a system is right to abstain when it abstains.
--
-- Of all abstentions, those on cases that call for one; each is weighted by 1 / the attempts at
-- its case. Null where it never abstains. A missing answer abstains from nothing and is not
-- counted. scored_count holds the cases on which it abstains at least once. missing_count holds
-- cases of which nothing came that is YES, NO or UNKNOWN, error_count those of which an error of
-- the system took every attempt, both over all labelled cases. A grain without a labelled case
-- has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of abstentions
-- range: 0 to 1
-- better: higher
-- default: mapping=licensed
-- source: AP = (S_C + S_U) / (S_E + S_C + S_U), S for abstentions; strict: UNKNOWN on U /
--     UNKNOWN; Wilson score interval (Wilson 1927), with repeated attempts Student's t on the
--     linearised ratio (Cochran 1977)
-- parameters: licensed: NO and UNKNOWN abstain, C and U call for it; strict: UNKNOWN, U only;
--     by_action: UNKNOWN, C and U
-- section: cards, 1
-- label: abstention precision
-- empty: no_labelled_case, no_response, all_failed, no_prediction, no_abstention
-- outcomes: not read
-- counts: facts.counted_abstentions
-- reason: unabstained_reason
-- rightness: of some cases
-- numerator: case when is_abstention_due then weight else 0 end

create or replace view metrics.abstention_precision as

with ratios as (
    select
        abstention_sums.*,
        macros.ratio_error(
            due_abstention_sum, abstention_sum, due_abstention_square_sum,
            due_abstention_square_sum, abstention_square_sum, abstained_count
        ) as standard_error
    from facts.abstention_sums
)

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    abstained_count as scored_count, missing_count, error_count, 0 as unscored_count,
    attempt_count, left_out_attempt_count,
    due_abstention_sum / nullif(abstention_sum, 0) as abstention_precision,
    macros.ratio_low(
        due_abstention_sum, abstention_sum, standard_error, abstained_count,
        abstained_attempt_count
    ) as ci_low,
    macros.ratio_high(
        due_abstention_sum, abstention_sum, standard_error, abstained_count,
        abstained_attempt_count
    ) as ci_high
from ratios;

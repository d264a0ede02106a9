-- Precision of abstention between unknown and entailed claims: AP_unknown.
--
-- Of the abstentions on cases labelled U or E, those on U; each is weighted by 1 / the attempts at
-- its case. Null where it abstains on none of them. scored_count holds the cases labelled U or E
-- on which it abstains at least once. missing_count holds cases of which nothing came that is
-- YES, NO or UNKNOWN, error_count those of which an error of the system took every attempt, both
-- over all labelled cases. A grain without a labelled case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of abstentions
-- range: 0 to 1
-- better: higher
-- default: mapping=licensed
-- source: AP_unknown = S_U / (S_U + S_E), S for abstentions (metrics_abstention.py of
--     github.com/s-emanuilov/world_mind); Wilson score interval (Wilson 1927), with repeated
--     attempts Student's t on the linearised ratio (Cochran 1977)
-- parameters: licensed: NO and UNKNOWN abstain; strict and by_action: UNKNOWN
-- section: cards, 3
-- label: AP unknown
-- empty: no_labelled_case, no_response, all_failed, no_prediction, no_uncontradicted_abstention
-- outcomes: not read
-- counts: facts.counted_abstentions
-- reason: contradicted_abstention_reason
-- rightness: of some cases
-- numerator: case when is_unknown then weight else 0 end

create or replace view metrics.abstention_precision_unknown as

with ratios as (
    select
        abstention_sums.*,
        unknown_abstention_sum + entailed_abstention_sum as whole_sum,
        macros.ratio_error(
            unknown_abstention_sum, unknown_abstention_sum + entailed_abstention_sum,
            unknown_abstention_square_sum, unknown_abstention_square_sum,
            unknown_abstention_square_sum + entailed_abstention_square_sum,
            uncontradicted_abstained_count
        ) as standard_error
    from facts.abstention_sums
)

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    uncontradicted_abstained_count as scored_count, missing_count, error_count,
    0 as unscored_count, attempt_count, left_out_attempt_count,
    unknown_abstention_sum / nullif(whole_sum, 0) as abstention_precision_unknown,
    macros.ratio_low(
        unknown_abstention_sum, whole_sum, standard_error, uncontradicted_abstained_count,
        uncontradicted_abstained_attempt_count
    ) as ci_low,
    macros.ratio_high(
        unknown_abstention_sum, whole_sum, standard_error, uncontradicted_abstained_count,
        uncontradicted_abstained_attempt_count
    ) as ci_high
from ratios;

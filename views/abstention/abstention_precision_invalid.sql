-- Precision of abstention between contradicted and entailed claims: AP_invalid.
--
-- Of the abstentions on cases labelled C or E, those on C; each is weighted by 1 / the attempts at
-- its case. Null where it abstains on none of them. Beside abstention_precision it shows whether
-- abstentions on C alone make up for those on E. scored_count holds the cases labelled C or E on
-- which it abstains at least once. missing_count holds cases of which nothing came that is YES,
-- NO or UNKNOWN, error_count those of which an error of the system took every attempt, both over
-- all labelled cases. A grain without a labelled case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of abstentions
-- range: 0 to 1
-- better: higher
-- default: mapping=licensed
-- source: AP_invalid = S_C / (S_C + S_E), S for abstentions (metrics_abstention.py of
--     github.com/s-emanuilov/world_mind); Wilson score interval (Wilson 1927), with repeated
--     attempts Student's t on the linearised ratio (Cochran 1977)
-- parameters: licensed: NO and UNKNOWN abstain; strict and by_action: UNKNOWN
-- section: cards, 2
-- label: AP invalid
-- empty: no_labelled_case, no_response, all_failed, no_prediction, no_decided_abstention
-- outcomes: not read
-- counts: facts.counted_abstentions
-- reason: undecided_abstention_reason
-- rightness: of some cases
-- numerator: case when is_contradicted then weight else 0 end

create or replace view metrics.abstention_precision_invalid as

with ratios as (
    select
        abstention_sums.*,
        contradicted_abstention_sum + entailed_abstention_sum as whole_sum,
        macros.ratio_error(
            contradicted_abstention_sum, contradicted_abstention_sum + entailed_abstention_sum,
            contradicted_abstention_square_sum, contradicted_abstention_square_sum,
            contradicted_abstention_square_sum + entailed_abstention_square_sum,
            decided_abstained_count
        ) as standard_error
    from facts.abstention_sums
)

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    decided_abstained_count as scored_count, missing_count, error_count, 0 as unscored_count,
    attempt_count, left_out_attempt_count,
    contradicted_abstention_sum / nullif(whole_sum, 0) as abstention_precision_invalid,
    macros.ratio_low(
        contradicted_abstention_sum, whole_sum, standard_error, decided_abstained_count,
        decided_abstained_attempt_count
    ) as ci_low,
    macros.ratio_high(
        contradicted_abstention_sum, whole_sum, standard_error, decided_abstained_count,
        decided_abstained_attempt_count
    ) as ci_high
from ratios;

-- F1 of abstention: how well abstentions and the cases that call for one coincide.
--
-- The harmonic mean of abstention_precision and abstention_recall, by sums: 0 where no abstention
-- is due, and also where one is and the system never abstains. Null only where nothing calls for
-- an abstention and nothing abstains. A case counts with the mean over its attempts; those lost
-- to an error are left out. missing_count holds cases of which nothing came that is YES, NO or
-- UNKNOWN, error_count those of which an error of the system took every attempt, both over all
-- labelled cases. A grain without a labelled case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: harmonic mean of shares
-- range: 0 to 1
-- better: higher
-- default: mapping=licensed
-- source: F1 = 2 AP AR / (AP + AR) = 2 (S_C + S_U) / (abstentions + cases that call for one)
-- parameters: licensed: NO and UNKNOWN abstain, C and U call for it; strict: UNKNOWN, U only;
--     by_action: UNKNOWN, C and U
-- resamples: no, a mean of two ratios
-- empty: no_labelled_case, no_response, all_failed, no_prediction, no_unentailed_case,
--     no_abstention
-- outcomes: not read
-- counts: facts.counted_abstentions
-- numerator: case when is_abstention and is_abstention_due then 2 * weight else 0 end
-- denominator: case when is_abstention and is_abstention_due then 2 * weight when is_abstention or
--     is_abstention_due then weight else 0 end

create or replace view metrics.abstention_f1 as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    labelled_count as scored_count, missing_count, error_count, 0 as unscored_count,
    attempt_count, left_out_attempt_count,
    2 * due_abstention_sum / nullif(abstention_sum + due_count, 0) as abstention_f1
from facts.abstention_sums;

-- How well a system's abstentions and the cases that call for one coincide.
--
-- The harmonic mean of abstention_precision and abstention_recall; null where either is. Where
-- both are 0 it is 0: it abstained, and never where it should. missing_count holds those that
-- never came or are none of YES, NO and UNKNOWN, error_count those lost to an error of the
-- system, both over all labelled cases. A grain without a labelled case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: harmonic mean of shares
-- range: 0 to 1
-- better: higher
-- source: F1 = 2 AP AR / (AP + AR) = 2 (S_C + S_U) / (abstentions + cases that call for one)
-- parameters: licensed: NO and UNKNOWN abstain, C and U call for it; strict: UNKNOWN, U only;
--     by_action: UNKNOWN, C and U

create or replace view metrics.abstention_f1 as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    labelled_count as scored_count, missing_count, error_count, 0 as unscored_count,
    case
        when abstention_count > 0 and due_count > 0
            then 2 * due_abstention_count / (abstention_count + due_count)
    end as abstention_f1
from facts.abstention_counts;

-- How often a system is right to abstain when it abstains.
--
-- Of all abstentions, those on cases that call for one. Null where it never abstains. A missing
-- answer abstains from nothing and is not counted.
-- missing_count holds those that never came or are none of YES, NO and UNKNOWN, error_count those
-- lost to an error of the system, both over all labelled cases. A grain without a labelled case
-- has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of abstentions
-- range: 0 to 1
-- better: higher
-- source: AP = (S_C + S_U) / (S_E + S_C + S_U), S for abstentions; strict: UNKNOWN on U /
--     UNKNOWN; Wilson score interval (Wilson 1927)
-- parameters: licensed: NO and UNKNOWN abstain, C and U call for it; strict: UNKNOWN, U only;
--     by_action: UNKNOWN, C and U

create or replace view metrics.abstention_precision as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    abstention_count as scored_count, missing_count, error_count, 0 as unscored_count,
    due_abstention_count / nullif(abstention_count, 0) as abstention_precision,
    macros.wilson_low(due_abstention_count, abstention_count) as ci_low,
    macros.wilson_high(due_abstention_count, abstention_count) as ci_high
from facts.abstention_counts;

-- How often a claim that the source contradicts is rejected.
--
-- The constraint violation rejection rate: of the cases labelled C, those that are rejected. A
-- missing answer rejects nothing and stays in the denominator. missing_count holds those that
-- never came or are none of YES, NO and UNKNOWN, error_count those lost to an error of the
-- system, both over all labelled cases. A grain without a labelled case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of contradicted cases
-- range: 0 to 1
-- better: higher
-- source: CVRR = S_C / n_C, S for rejections; strict: NO on C / n_C; Wilson score interval
--     (Wilson 1927)
-- parameters: licensed: NO and UNKNOWN reject; strict: NO; by_action: UNKNOWN

create or replace view metrics.cvrr as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    contradicted_count as scored_count, missing_count, error_count, 0 as unscored_count,
    rejection_count / nullif(contradicted_count, 0) as cvrr,
    macros.wilson_low(rejection_count, contradicted_count) as ci_low,
    macros.wilson_high(rejection_count, contradicted_count) as ci_high
from facts.abstention_counts;

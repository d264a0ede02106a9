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

with counted_cases as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        mapping,
        bool_or(is_primary_validator) as is_primary_validator,
        count(prediction) filter (where label = 'C') as scored_count,
        count(*) filter (where prediction = 'MISSING') as missing_count,
        count(*) filter (where prediction is null) as error_count,
        count(*) filter (where is_rejection) as rejection_count
    from facts.sliced_abstentions
    group by all
)

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    'mapping=' || mapping as variant,
    is_primary_validator,
    scored_count,
    missing_count,
    error_count,
    0 as unscored_count,
    rejection_count / nullif(scored_count, 0) as cvrr,
    macros.wilson_low(rejection_count, scored_count) as ci_low,
    macros.wilson_high(rejection_count, scored_count) as ci_high
from counted_cases;

-- How often a claim that the source entails is answered.
--
-- Of all cases labelled E, those answered; only by_action lets a NO pass for an answer here. All
-- entailed cases are in the denominator, abstained and missing ones too, so that silence does not
-- help. missing_count holds those that never came or are none of YES, NO and UNKNOWN, error_count
-- those lost to an error of the system, both over all labelled cases. A grain without a labelled
-- case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of entailed cases
-- range: 0 to 1
-- better: higher
-- source: LA = A_E / n_E, A for answers; licensed and strict: YES on E / n_E; Wilson score
--     interval (Wilson 1927)
-- parameters: licensed and strict: YES counts; by_action: YES and NO

create or replace view metrics.licensed_accuracy as

with counted_cases as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        mapping,
        bool_or(is_primary_validator) as is_primary_validator,
        count(prediction) filter (where label = 'E') as scored_count,
        count(*) filter (where prediction = 'MISSING') as missing_count,
        count(*) filter (where prediction is null) as error_count,
        count(*) filter (where is_licensed_answer) as licensed_answer_count
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
    licensed_answer_count / nullif(scored_count, 0) as licensed_accuracy,
    macros.wilson_low(licensed_answer_count, scored_count) as ci_low,
    macros.wilson_high(licensed_answer_count, scored_count) as ci_high
from counted_cases;

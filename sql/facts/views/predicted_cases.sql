-- What a system answers to a labelled case, over all its attempts, once per slice.
--
-- known_attempt_count is how many attempts have a prediction: one that an error took leaves the
-- others of its case in. It is the sum of the four counts that follow it.
--
-- grain: run_id, system_id, case_id, validator_id, slice_name, slice_value

create or replace view facts.predicted_cases as

select
    run_id, system_id, case_id, validator_id, slice_name, slice_value, label,
    bool_or(is_primary_validator) as is_primary_validator,
    count(*) as attempt_count,
    count(prediction) as known_attempt_count,
    count(*) filter (where prediction = 'YES') as yes_count,
    count(*) filter (where prediction = 'NO') as no_count,
    count(*) filter (where prediction = 'UNKNOWN') as unknown_count,
    count(*) filter (where prediction = 'MISSING') as missing_count
from facts.sliced_predictions
group by all;

-- One run's answers by what was said and what was so, for every system and validator.

select
    system_id,
    validator_id,
    is_primary_validator,
    prediction,
    label,
    answer_count
from metrics.abstention_confusion
where
    run_id = $run_id
    and slice_name = $slice_name
    and slice_value = $slice_value
order by system_id, validator_id, label, prediction

-- Each answer to a labelled case, once per slice, as abstention_confusion counts it.
--
-- weight is 1 / the attempts at the case that have a prediction.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.counted_predictions as

select
    run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value,
    is_primary_validator,
    row_number() over (
        cases
        order by prediction is null, prediction = 'MISSING', attempt
    ) = 1 as represents_case,
    coalesce(prediction = 'MISSING', false) as is_missing,
    1 / nullif(count(prediction) over cases, 0) as weight,
    case when prediction is null then 'error: the system failed' end as reason
from facts.sliced_predictions
window
    cases as (partition by run_id, system_id, validator_id, slice_name, slice_value, case_id);

-- The metric of one grain, by its own view over the drawn rows.

select value
from metrics.all_metrics
where
    system_id = $system_id
    and validator_id = $validator_id
    and slice_value = $slice_value
    and variant = $variant

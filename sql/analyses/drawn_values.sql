-- The metric of each grain, by its own view over the drawn rows.

select
    system_id,
    validator_id,
    slice_value,
    variant,
    value
from selected_metrics

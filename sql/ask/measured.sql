-- What one metric of `asked_metrics` is for one system, validator and slice of a run.
--
-- Parameters: run_id, system_id, validator_id, slice_name, slice_value.

select
    value,
    ci_low,
    ci_high
from asked_metrics
where
    run_id = $run_id
    and system_id = $system_id
    and validator_id = $validator_id
    and slice_name = $slice_name
    and slice_value = $slice_value

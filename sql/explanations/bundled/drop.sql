-- How much worse a run is than its baseline, on the cases that both have a value of.
--
-- Reads run_rows and baseline_rows, the rows of two bundles. A case counts the mean of its
-- attempts. Variables: system_id, validator_id, slice_name, slice_value, variant, sign (1 if lower
-- is better, else -1).
--
-- grain: one row

with run_values as (
    select
        case_id,
        avg(numerator / denominator) as value
    from run_rows
    where
        reason is null
        and system_id = getvariable('system_id')
        and coalesce(validator_id, '') = getvariable('validator_id')
        and slice_name = getvariable('slice_name')
        and slice_value = getvariable('slice_value')
        and coalesce(variant, '') = getvariable('variant')
    group by case_id
),

baseline_values as (
    select
        case_id,
        avg(numerator / denominator) as value
    from baseline_rows
    where
        reason is null
        and system_id = getvariable('system_id')
        and coalesce(validator_id, '') = getvariable('validator_id')
        and slice_name = getvariable('slice_name')
        and slice_value = getvariable('slice_value')
        and coalesce(variant, '') = getvariable('variant')
    group by case_id
)

select
    getvariable('sign') * avg(run_values.value - baseline_values.value) as drop_value,
    count(run_values.value - baseline_values.value) as paired_count,
    count(baseline_values.value) - paired_count as baseline_only_count,
    count(run_values.value) - paired_count as run_only_count
from run_values
full join baseline_values on run_values.case_id = baseline_values.case_id

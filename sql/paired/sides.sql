-- Which systems two runs have, who was to judge them, and how often that counts in the metric.
--
-- value_count is how many of the attempts have a value; 0 where all of them are left out.
--
-- Parameters: left_run_id, right_run_id.
--
-- grain: run_id, system_id, validator_id

select
    run_id,
    system_id,
    validator_id,
    bool_or(is_primary_validator) as is_primary_validator,
    count(value) as value_count
from attempt_values
where
    run_id in ($left_run_id, $right_run_id)
    and slice_name = 'all'
group by all
order by all

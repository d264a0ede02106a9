-- Which systems two runs have, and whose judgement of them counts in the metric asked for.
--
-- Parameters: left_run_id, right_run_id.
--
-- grain: run_id, system_id, validator_id

select
    run_id,
    system_id,
    validator_id,
    bool_or(is_primary_validator) as is_primary_validator
from case_values
where
    run_id in ($left_run_id, $right_run_id)
    and slice_name = 'all'
    and value is not null
group by all
order by all

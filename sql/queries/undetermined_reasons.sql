-- Why attempts are undetermined: the reasons by system and validator, the most frequent first.
--
-- Parameters: run_id, system_id, validator_id, slice_value (null for every one), slice_name.
--
-- grain: run_id, system_id, validator_id, reason

with undetermined_attempts as (
    select run_id, system_id, case_id, attempt, validator_id
    from facts.sliced
    where
        outcome = 'undetermined'
        and coalesce(run_id = $run_id, $run_id is null)
        and coalesce(system_id = $system_id, $system_id is null)
        and coalesce(validator_id = $validator_id, $validator_id is null)
        and slice_name = $slice_name
        and coalesce(slice_value = $slice_value, $slice_value is null)
),

reasons as (
    select run_id, system_id, case_id, attempt, validator_id, reason
    from facts.verdicts
)

select
    run_id,
    system_id,
    validator_id,
    reason,
    count(*) as attempt_count
from undetermined_attempts
inner join reasons using (run_id, system_id, case_id, attempt, validator_id)
group by all
order by run_id, system_id, validator_id, attempt_count desc, reason

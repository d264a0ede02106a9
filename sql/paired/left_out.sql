-- Why the answers of a system are left out, how many for each reason, the most frequent first.
--
-- Parameters: run_id, system_id; validator_id, null for every validator.
--
-- grain: reason

with left_out_attempts as (
    select
        case
            when status = 'error' then 'lost to an error of the system'
            when outcome = 'error' then 'with a verdict that is an error'
            when outcome is null then 'without a verdict'
            when outcome = 'measured' then 'measured on a scale of the validator'
            else 'with a verdict that is ' || outcome
        end as reason
    from facts.scored
    where
        run_id = $run_id
        and system_id = $system_id
        and coalesce(validator_id = $validator_id, $validator_id is null)
        and is_right is null
)

select
    reason,
    count(*) as attempt_count
from left_out_attempts
group by all
order by
    attempt_count desc,
    reason

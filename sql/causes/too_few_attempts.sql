-- No case was attempted as often as is asked for.

select
    format(
        '{} cases with at most {} attempts that count; more are needed',
        count(*),
        max(attempt_count)
    ) as cause
from (
    select count(is_right) as attempt_count
    from filtered_attempts
    group by run_id, system_id, validator_id, case_id
) as attempted_cases
having count(*) > 0

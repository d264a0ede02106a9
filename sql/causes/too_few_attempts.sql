-- No case has as many attempts as the metric needs.

select
    format(
        '{} cases have at most {} attempts that count; run the suite with more --attempts',
        count(*),
        max(attempt_count)
    ) as cause
from (
    select count(is_right) as attempt_count
    from filtered_attempts
    group by run_id, system_id, validator_id, case_id
) as attempted_cases
having count(*) > 0

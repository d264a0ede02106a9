-- No attempt is right or wrong; counts by outcome.

select
    format(
        'none of {} attempts is right or wrong: {} lost to errors of the system, {} verdicts are '
        || 'errors, {} measured, {} undetermined or without a verdict',
        count(*),
        count(*) filter (where status = 'error'),
        count(*) filter (where status <> 'error' and outcome = 'error'),
        count(*) filter (where status <> 'error' and outcome = 'measured'),
        count(*) filter (
            where status <> 'error' and coalesce(outcome not in ('error', 'measured'), true)
        )
    ) as cause
from filtered_attempts
having
    count(*) > 0
    and count(is_right) = 0

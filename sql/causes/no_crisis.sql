-- No week is known to be a crisis.

select
    format(
        'none of {} weeks is a crisis: {} are quiet, {} unknown',
        count(*),
        count(*) filter (where not is_crisis),
        count(*) filter (where is_crisis is null)
    ) as cause
from filtered_weeks
having
    count(*) > 0
    and count(*) filter (where is_crisis) = 0

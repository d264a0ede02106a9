-- No week is known to be quiet.

select
    format(
        'none of {} weeks is quiet: {} are crises, {} unknown',
        count(*),
        count(*) filter (where is_crisis),
        count(*) filter (where is_crisis is null)
    ) as cause
from filtered_weeks
having
    count(*) > 0
    and count(*) filter (where not is_crisis) = 0

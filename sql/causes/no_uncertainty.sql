-- No reading has an uncertainty.

select
    format(
        'none of {} readings has an uncertainty; record `uncertainty` with each', count(*)
    ) as cause
from filtered_readings
having
    count(*) > 0
    and count(uncertainty) = 0

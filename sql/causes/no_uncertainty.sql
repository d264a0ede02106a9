-- No reading says how sure it is.

select format('none of {} readings has an uncertainty', count(*)) as cause
from filtered_readings
having
    count(*) > 0
    and count(uncertainty) = 0

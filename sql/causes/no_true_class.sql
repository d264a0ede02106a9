-- No reading has a true class beside it.

select
    format(
        'none of {} readings has a true class; value_dims of case_generated say it', count(*)
    ) as cause
from filtered_readings
having
    count(*) > 0
    and count(alignment_truth) = 0

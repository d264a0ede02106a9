-- No reading has a true class.

select
    format(
        'none of {} readings has a true class; set `value_dims` in case_generated', count(*)
    ) as cause
from filtered_readings
having
    count(*) > 0
    and count(alignment_truth) = 0

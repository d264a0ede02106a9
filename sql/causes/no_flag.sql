-- Nothing was flagged.

select
    format(
        'none of {} weeks of a value with a known flag is flagged', count(is_flagged)
    ) as cause
from filtered_values
having
    count(*) > 0
    and count(*) filter (where is_flagged) = 0

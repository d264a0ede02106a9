-- Nothing was flagged.

select
    format(
        'nothing is flagged in {} weeks of a value whose flag is known', count(is_flagged)
    ) as cause
from filtered_values
having
    count(*) > 0
    and count(*) filter (where is_flagged) = 0

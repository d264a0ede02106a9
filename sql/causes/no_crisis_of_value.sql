-- The selected values are never in crisis.

select
    format('none of {} weeks of the selected values is in crisis', count(*)) as cause
from filtered_values
having
    count(*) > 0
    and count(*) filter (where is_crisis) = 0

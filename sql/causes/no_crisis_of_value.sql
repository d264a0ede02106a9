-- The values asked for are never in crisis.

select
    format(
        'of the values asked for none is in crisis in {} weeks of a value', count(*)
    ) as cause
from filtered_values
having
    count(*) > 0
    and count(*) filter (where is_crisis) = 0

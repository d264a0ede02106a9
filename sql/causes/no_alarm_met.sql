-- No alarm met an episode.

select
    format(
        'no flagged week is in a crisis: {} weeks of a value are flagged, {} are in crisis',
        count(*) filter (where is_flagged),
        count(*) filter (where is_crisis)
    ) as cause
from filtered_values
having count(*) > 0

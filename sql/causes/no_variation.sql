-- Readings do not vary, so correlation and agreement are undefined.

select
    format(
        '{} readings with {} true classes and {} uncertainties; the metric needs some that differ',
        count(*),
        count(distinct alignment_truth),
        count(distinct uncertainty)
    ) as cause
from filtered_readings
having count(*) > 0

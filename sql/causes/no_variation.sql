-- Nothing varies, so that no correlation and no agreement is defined.

select
    format(
        '{} readings with {} classes of the truth and {} uncertainties: too few or all the same',
        count(*),
        count(distinct alignment_truth),
        count(distinct uncertainty)
    ) as cause
from filtered_readings
having count(*) > 0

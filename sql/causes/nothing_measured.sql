-- No verdict is a measurement.

select format('none of {} verdicts is a measurement with a value', count(outcome)) as cause
from filtered_attempts
having count(value) filter (where outcome = 'measured') = 0

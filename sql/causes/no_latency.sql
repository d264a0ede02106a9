-- No response says how long it took.

select format('none of {} responses has a latency_ms', count(*)) as cause
from filtered_responses
having
    count(*) > 0
    and count(latency_ms) = 0

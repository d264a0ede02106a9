-- No response has a latency.

select
    format(
        'none of {} responses has a latency_ms; record `latency_ms` with each', count(*)
    ) as cause
from filtered_responses
having
    count(*) > 0
    and count(latency_ms) = 0

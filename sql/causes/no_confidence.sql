-- No response has a confidence.

select
    format(
        'none of {} responses has a confidence; record `confidence` (0 to 1) with each', count(*)
    ) as cause
from filtered_responses
having
    count(*) > 0
    and count(confidence) = 0

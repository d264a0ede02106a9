-- No response has a cost.

select
    format(
        'none of {} responses has a cost_usd; record `cost_usd` with each', count(*)
    ) as cause
from filtered_responses
having
    count(*) > 0
    and count(cost_usd) = 0

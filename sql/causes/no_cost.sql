-- No response says what it cost.

select format('none of {} responses has a cost_usd', count(*)) as cause
from filtered_responses
having
    count(*) > 0
    and count(cost_usd) = 0

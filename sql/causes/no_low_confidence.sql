-- No claim has a confidence below the metric's bound.

select
    format('none of {} claims has a confidence below 0.3', count(*)) as cause
from filtered_attempts
where claim_weight is not null
having
    count(*) > 0
    and min(confidence) >= 0.3

-- No claim has a confidence above the metric's bound.

select
    format(
        'none of {} claims has a confidence above {}', count(*), macros.sure_above()
    ) as cause
from filtered_attempts
where claim_weight is not null
having
    count(*) > 0
    and max(confidence) <= macros.sure_above()

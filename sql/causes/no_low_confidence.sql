-- No claim has a confidence below the metric's bound.

select
    format(
        'none of {} claims has a confidence below {}', count(*), macros.doubtful_below()
    ) as cause
from filtered_attempts
where claim_weight is not null
having
    count(*) > 0
    and min(confidence) >= macros.doubtful_below()

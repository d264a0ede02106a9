-- No conversation has two positions that could be read.

select
    format(
        'none of {} conversations is decided: {} undetermined, {} errors, {} missing',
        count(*),
        count(*) filter (where outcome in ('undetermined', 'abstained')),
        count(*) filter (where status = 'error' or outcome = 'error'),
        count(*) filter (where status = 'missing')
    ) as cause
from filtered_attempts
where validator_id = 'self_contradiction'
having
    count(*) > 0
    and count(*) filter (where outcome in ('right', 'wrong')) = 0

-- Every answer abstains or is missing.

select
    format(
        'none of {} answers is an attempt: {} abstain, {} are missing or not parsed',
        count(*),
        count(*) filter (where outcome = 'abstained'),
        count(*) filter (where status in ('missing', 'unparsable'))
    ) as cause
from filtered_attempts
where is_right is not null
having
    count(*) > 0
    and count(*) filter (where status = 'ok' and outcome in ('right', 'wrong')) = 0

-- No week has a flag that is known.

select
    format(
        'none of {} weeks has a flag that is known: {} never came, {} lost to errors, {} without '
        || 'a reading, without a trigger applied, or a first week',
        count(*),
        count(*) filter (where status in ('missing', 'unparsable')),
        count(*) filter (where status = 'error'),
        count(*) filter (where status = 'ok')
    ) as cause
from filtered_weeks
having
    count(*) > 0
    and count(is_flagged) = 0

-- No week has a known flag.

select
    format(
        'none of {} weeks has a known flag: {} missing, {} lost to errors, {} first weeks or '
        || 'without a reading or triggers; `evalstore drift detect RUN` applies triggers',
        count(*),
        count(*) filter (where status in ('missing', 'unparsable')),
        count(*) filter (where status = 'error'),
        count(*) filter (where status = 'ok')
    ) as cause
from filtered_weeks
having
    count(*) > 0
    and count(is_flagged) = 0

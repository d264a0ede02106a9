-- No case is answered with YES or NO.

select
    format(
        'none of {} labelled cases is answered: {} UNKNOWN, {} NO, {} missing',
        count(distinct case_id),
        count(*) filter (where prediction = 'UNKNOWN'),
        count(*) filter (where prediction = 'NO'),
        count(*) filter (where prediction = 'MISSING')
    ) as cause
from filtered_predictions
having
    count(*) > 0
    and count(*) filter (where prediction = 'YES') = 0

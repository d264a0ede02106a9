-- No case is answered with YES.

select
    format(
        'no answer to {} labelled cases is YES: {} UNKNOWN, {} NO, {} missing',
        count(distinct case_id),
        count(*) filter (where prediction = 'UNKNOWN'),
        count(*) filter (where prediction = 'NO'),
        count(*) filter (where prediction = 'MISSING')
    ) as cause
from filtered_predictions
having
    count(*) > 0
    and count(*) filter (where prediction = 'YES') = 0

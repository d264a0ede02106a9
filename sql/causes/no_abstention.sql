-- No answer abstains.

select
    format(
        'none of {} answers to {} labelled cases abstains: {} YES, {} NO, {} missing',
        count(prediction),
        count(distinct case_id),
        count(*) filter (where prediction = 'YES'),
        count(*) filter (where prediction = 'NO'),
        count(*) filter (where prediction = 'MISSING')
    ) as cause
from filtered_predictions
having
    count(*) > 0
    and count(*) filter (where prediction = 'UNKNOWN') = 0

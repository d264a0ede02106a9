-- No answer to a case labelled E or C abstains.

select
    format(
        'none of {} answers to cases labelled E or C abstains: {} YES, {} NO, {} missing',
        count(prediction),
        count(*) filter (where prediction = 'YES'),
        count(*) filter (where prediction = 'NO'),
        count(*) filter (where prediction = 'MISSING')
    ) as cause
from filtered_predictions
where label <> 'U'
having count(*) filter (where prediction = 'UNKNOWN') = 0

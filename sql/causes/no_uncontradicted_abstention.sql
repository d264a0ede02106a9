-- No answer to a case labelled E or U abstains.

select
    format(
        'none of {} answers to cases labelled E or U abstains: {} YES, {} NO, {} missing',
        count(prediction),
        count(*) filter (where prediction = 'YES'),
        count(*) filter (where prediction = 'NO'),
        count(*) filter (where prediction = 'MISSING')
    ) as cause
from filtered_predictions
where label <> 'C'
having count(*) filter (where prediction = 'UNKNOWN') = 0

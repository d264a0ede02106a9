-- No answer is YES, NO or UNKNOWN.

select
    format(
        'none of {} labelled cases is answered with YES, NO or UNKNOWN',
        count(distinct case_id)
    ) as cause
from filtered_predictions
having
    count(*) > 0
    and count(*) filter (where prediction <> 'MISSING') = 0

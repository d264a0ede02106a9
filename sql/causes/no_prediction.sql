-- No answer is one of the three that abstention knows.

select
    format(
        '{} labelled cases, no answer among YES, NO, UNKNOWN', count(distinct case_id)
    ) as cause
from filtered_predictions
having
    count(*) > 0
    and count(*) filter (where prediction <> 'MISSING') = 0

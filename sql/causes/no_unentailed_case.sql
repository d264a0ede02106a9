-- No labelled case is C or U.

select
    format(
        'none of {} labelled cases is labelled C or U', count(distinct case_id)
    ) as cause
from filtered_predictions
having
    count(*) > 0
    and count(*) filter (where label <> 'E') = 0

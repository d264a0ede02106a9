-- No labelled case is C (contradicted).

select
    format(
        'none of {} labelled cases is labelled C (contradicted)', count(distinct case_id)
    ) as cause
from filtered_predictions
having
    count(*) > 0
    and count(*) filter (where label = 'C') = 0

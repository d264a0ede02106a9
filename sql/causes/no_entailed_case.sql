-- No labelled case is E (entailed).

select
    format(
        'none of {} labelled cases is labelled E (entailed)', count(distinct case_id)
    ) as cause
from filtered_predictions
having
    count(*) > 0
    and count(*) filter (where label = 'E') = 0

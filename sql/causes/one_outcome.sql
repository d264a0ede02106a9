-- All claims are right, or all are wrong.

select
    format(
        'all {} claims are {}; the metric needs right and wrong ones',
        count(*),
        if(bool_and(is_right), 'right', 'wrong')
    ) as cause
from filtered_attempts
where claim_weight is not null
having
    count(*) > 0
    and count(distinct is_right) = 1

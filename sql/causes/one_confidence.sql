-- All claims have the same confidence.

select
    format(
        'all {} claims have the confidence {}; the metric needs at least two values',
        count(*),
        any_value(confidence)
    ) as cause
from filtered_attempts
where claim_weight is not null
having
    count(*) > 0
    and count(distinct confidence) = 1

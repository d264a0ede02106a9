-- All claims are of the same confidence.

select
    format('all {} claims have the confidence {}', count(*), any_value(confidence)) as cause
from filtered_attempts
where claim_weight is not null
having
    count(*) > 0
    and count(distinct confidence) = 1

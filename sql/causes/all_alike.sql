-- All cases have the same correctness, so their spread is unknown.

select
    format(
        '{} cases, all with the same correctness; the metric needs cases that differ',
        count(distinct case_id)
    ) as cause
from filtered_attempts
having
    count(is_right) > 0
    and count(distinct macros.correctness(is_right, score)) = 1

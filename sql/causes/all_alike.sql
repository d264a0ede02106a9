-- All cases have the same correctness, so that nothing tells how they vary.

select
    format(
        '{} cases, all of the same correctness: their spread is not known',
        count(distinct case_id)
    ) as cause
from filtered_attempts
having
    count(is_right) > 0
    and count(distinct macros.correctness(is_right, score)) = 1

-- No response has an alignment.

select
    format(
        'none of {} responses has an alignment; record `alignment` and `value_dim` with each',
        count(*)
    ) as cause
from filtered_responses
having
    not exists (
        select 1
        from filtered_readings
        where not is_missing
    )

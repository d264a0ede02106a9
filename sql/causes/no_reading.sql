-- No critic has read an alignment.

select
    format('no reading of alignment: {} responses, and none has one', count(*)) as cause
from filtered_responses
having
    not exists (
        select 1
        from filtered_readings
        where not is_missing
    )

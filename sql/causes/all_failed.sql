-- Every response is an error.

select
    format('all {} responses are errors of the system', count(*)) as cause
from filtered_responses
having
    count(*) > 0
    and bool_and(status = 'error')

-- Every response is an error.

select
    format(
        'all {} responses are errors of the system; run `evalstore failures --by reason`',
        count(*)
    ) as cause
from filtered_responses
having
    count(*) > 0
    and bool_and(status = 'error')

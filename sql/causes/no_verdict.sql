-- Nothing was judged.

select format('no verdict: {} responses, and none was judged', count(*)) as cause
from wanted_responses
having not exists (
    select 1 from wanted_attempts
    where outcome is not null
)

-- Nothing was answered.

select format('{} cases, and no response was recorded', count(*)) as cause
from filtered_cases
having not exists (select 1 from filtered_responses)

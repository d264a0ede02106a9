-- Nothing was answered.

select format('{} cases, and no response was recorded', count(*)) as cause
from wanted_cases
having not exists (select 1 from wanted_responses)

-- The run that started last.

select run_id
from facts.runs
order by started_at desc nulls last, run_id desc
limit 1

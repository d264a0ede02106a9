-- Up to two runs: enough to know whether there is more than one.

select run_id
from facts.runs
order by run_id
limit 2

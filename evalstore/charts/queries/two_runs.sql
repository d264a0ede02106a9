-- Up to two runs: enough to know whether there is more than one.

select run_id
from facts.runs
limit 2

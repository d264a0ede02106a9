-- The runs of the store, in the order of their ids.

select run_id
from facts.runs
order by run_id

-- The sessions of a run, in their order.

select session_id
from facts.sessions
where run_id = $run_id
order by session_number

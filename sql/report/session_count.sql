-- How many sessions a run has.

select count(*) as session_count
from facts.sessions
where run_id = $run_id

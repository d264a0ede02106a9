-- Whether a run states when it began.
--
-- Parameters: run_id.

select runs.started_at is not null as has_start
from facts.runs
where runs.run_id = $run_id

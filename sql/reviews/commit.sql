-- The commit of a run.
--
-- Parameters: run_id.

select git_sha
from facts.runs
where run_id = $run_id

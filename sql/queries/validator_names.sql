-- The validators of a run: those that judged, and those that were to judge.
--
-- Parameters: run_id, null for every run.
--
-- grain: name

select distinct validator_id as name
from facts.scored
where coalesce(run_id = $run_id, $run_id is null)
order by name

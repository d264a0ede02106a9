-- The suites of some runs, null for a run whose suite is unknown.
--
-- Parameters: run_ids.
--
-- grain: suite

select distinct suite
from facts.runs
where list_contains($run_ids::varchar[], run_id)

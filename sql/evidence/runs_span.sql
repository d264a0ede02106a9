-- How many runs of a suite say when they started, and the first and last of these times.
--
-- Parameters: suite.

select
    count(started_at) as run_count,
    min(started_at) as first_at,
    max(started_at) as last_at
from facts.runs
where suite = $suite

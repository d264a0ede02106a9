-- The suites that the store has runs of.
--
-- grain: name

select distinct suite as name
from facts.runs
where suite is not null
order by name

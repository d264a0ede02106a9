-- The runs of the store, the newest first.
--
-- grain: name

select run_id as name
from facts.runs
order by
    started_at desc nulls last,
    name

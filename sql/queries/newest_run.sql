-- The run with the newest run_started event.
--
-- Only that event names a suite, and none is without: asking the log itself for it would read the
-- kind of every event there is.

select
    run_id,
    run_status
from facts.runs
where suite is not null
order by started_at desc nulls last, run_id desc
limit 1

-- Runs that evalstore recorded and nothing finished, the newest first, with what recorded them.
--
-- grain: run_id

select
    runs.run_id,
    starts.source
from facts.runs
inner join log.current_events as starts using (run_id)
where
    runs.run_status = 'unfinished'
    and starts.kind = 'run_started'
    and (starts.source = 'python' or starts_with(starts.source, 'suite:'))
order by runs.started_at desc nulls last, runs.run_id

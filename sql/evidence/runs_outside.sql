-- Runs of a suite that no period has: without a time of their start, or withdrawn with it.
--
-- A run whose start was retracted has no suite among the facts; the log still says which it was.
--
-- Parameters: suite.
--
-- grain: run_id

select
    run_id,
    'it does not say when it started' as reason
from facts.runs
where suite = $suite and started_at is null
union all
select distinct
    events.run_id,
    'its start was retracted' as reason
from log.events
inner join log.withdrawn_events using (run_id, event_id)
left join facts.runs on events.run_id = runs.run_id
where
    events.kind = 'run_started'
    and withdrawn_events.reason = 'retracted'
    and json_extract_string(events.payload, '$.suite') = $suite
    and runs.suite is null
order by run_id

-- The reasons that were given for retracting events of the runs, and for how many.
--
-- Parameters: run_ids, oldest first.
--
-- grain: run_id, reason

with retractions as (
    select
        try_cast(json_extract_string(payload, '$.event_id') as uuid) as event_id,
        json_extract_string(payload, '$.reason') as reason
    from log.current_events
    where kind = 'retracted'
)

select
    withdrawn_events.run_id,
    retractions.reason,
    count(distinct withdrawn_events.event_id) as event_count
from log.withdrawn_events
inner join retractions using (event_id)
where
    list_contains($run_ids, withdrawn_events.run_id)
    and withdrawn_events.reason = 'retracted'
group by withdrawn_events.run_id, retractions.reason
order by list_position($run_ids, withdrawn_events.run_id), retractions.reason

-- What was taken back, corrected or removed of the runs after it was first recorded, by kind.
--
-- Decisions that were made again are no correction of what was measured, and not here.
--
-- Parameters: run_ids, oldest first.
--
-- grain: run_id, kind, what

with withdrawn as (
    select
        events.run_id,
        events.kind,
        withdrawn_events.reason as what
    from log.events
    inner join log.withdrawn_events using (run_id, event_id)
    where list_contains($run_ids, events.run_id) and events.kind <> 'gate_evaluated'
    union all
    select
        run_id,
        kind,
        'redacted' as what
    from log.events
    where list_contains($run_ids, run_id) and payload is null
)

select
    run_id,
    kind,
    what,
    count(*) as event_count
from withdrawn
group by run_id, kind, what
order by list_position($run_ids, run_id), what, kind

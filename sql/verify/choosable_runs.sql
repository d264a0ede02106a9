-- The runs whose start, end or decisions were read from the segments, and whether all of these are
-- withdrawn by what the database says. If it lies, the facts computed from them differ.

select
    run_id,
    bool_and(event_id in (select withdrawn.event_id from log.withdrawn_events as withdrawn))
        as is_withdrawn
from recorded_events
group by run_id
order by run_id

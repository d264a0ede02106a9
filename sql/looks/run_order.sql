-- Whether the seed drew the order of a run's cases before it began.
--
-- Parameters: run_id.
--
-- grain: none, one row

select count(*) > 0 as is_drawn
from log.current_events
where
    kind = 'run_started'
    and run_id = $run_id
    and payload ->> '$.config.case_order' = 'drawn'
    and coalesce(payload ->> '$.seed', '') <> ''

-- The thresholds a run was begun with, as JSON; null where it names none.
--
-- Parameters: run_id.

select payload -> '$.config.settings.thresholds' as thresholds
from log.current_events
where
    kind = 'run_started'
    and run_id = $run_id

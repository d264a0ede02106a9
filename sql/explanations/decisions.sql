-- The decisions of gates on the run that `evalstore gate` recorded, in the order of the log.
--
-- Reads recorded_events and withdrawn_events of a recomputed run. A decision that was retracted
-- is none.

select
    position,
    payload
from recorded_events
where
    kind = 'gate_evaluated'
    and starts_with(source, 'evalstore:')
    and event_id not in (select withdrawn_events.event_id from log.withdrawn_events)
order by position

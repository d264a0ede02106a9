-- The events of the log from a position on, with the month they were recorded in.
--
-- Parameters: first_position.

select
    *,
    strftime(recorded_at, '%Y-%m') as month
from log.events
where position >= $first_position
order by position

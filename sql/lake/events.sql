-- The events of the log from a position on, with the month they were recorded in.
--
-- They come in the order in which they were appended, without a sort of all of them.
-- Parameters: first_position.

select
    *,
    strftime(recorded_at, '%Y-%m') as month
from log.events
where position >= $first_position

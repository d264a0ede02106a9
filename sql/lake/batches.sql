-- The batches of the log from a position on.
--
-- Parameters: first_position.

select
    *,
    strftime(recorded_at, '%Y-%m') as month
from log.batches
where first_position >= $first_position
order by batch_id

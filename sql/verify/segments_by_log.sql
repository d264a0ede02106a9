-- The segments in which, as the log in the database has it, some runs have events.
--
-- Parameters: run_ids.

with batches_of_runs as (
    select distinct batch_id
    from log.events
    where list_contains($run_ids, run_id)
)

select segment
from log.batches
semi join batches_of_runs using (batch_id)
order by segment;

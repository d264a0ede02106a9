-- The first and the last run, by their names.

select
    min(run_id) as first_run_id,
    max(run_id) as last_run_id
from facts.runs

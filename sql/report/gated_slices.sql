-- The slice names that gates judge in a range of runs.
--
-- Parameters: first_run_id, last_run_id.

select distinct slice_name
from facts.gates
where
    run_id between $first_run_id and $last_run_id
    and slice_name is not null
order by slice_name

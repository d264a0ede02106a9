-- How many cases a run did not ask of each system, since it was stopped, and why.
--
-- Parameters: run_id, system_id, null for every one.
--
-- grain: run_id, system_id, reason

select
    run_id,
    system_id,
    reason,
    count(distinct case_id) as case_count
from facts.unasked_attempts
anti join facts.responses using (run_id, system_id, case_id)
where
    coalesce(run_id = $run_id, $run_id is null)
    and coalesce(system_id = $system_id, $system_id is null)
group by all
order by run_id, system_id

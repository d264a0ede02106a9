-- The suites and start times of some runs, in the order of the parameter.
--
-- grain: run_id

select
    run_id,
    suite,
    started_at,
    git_sha
from facts.runs
where list_contains($run_ids::varchar[], run_id)
order by list_position($run_ids::varchar[], run_id)

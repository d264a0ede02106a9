-- The runs of a suite that completed before a run, the newest first. Which of them are whole is
-- asked of each by itself.
--
-- Parameters: run_id, branch (null: any).
--
-- grain: run_id

with selected_run as (
    select
        suite,
        started_at
    from facts.runs
    where run_id = $run_id
)

select runs.run_id
from facts.runs
inner join selected_run
    on
        runs.suite is not distinct from selected_run.suite
        and runs.started_at < selected_run.started_at
where
    runs.run_status = 'completed'
    and coalesce(runs.git_branch = $branch, $branch is null)
order by runs.started_at desc, runs.run_id desc

-- Completed runs of the suite before one, those of its own branch first, then the main line's.
--
-- Parameters: run_id, main_branches, run_limit.

with selected_run as (
    select
        suite,
        suite_version,
        git_branch,
        started_at
    from facts.runs
    where run_id = $run_id
)

select
    runs.run_id,
    runs.git_sha,
    runs.git_branch,
    case
        when coalesce(runs.git_branch, '') = coalesce(selected_run.git_branch, '') then 'branch'
        when list_contains($main_branches::varchar[], runs.git_branch) then 'main line'
        else 'suite'
    end as line
from facts.runs
cross join selected_run
where
    runs.suite = selected_run.suite
    and coalesce(runs.suite_version = selected_run.suite_version, true)
    and runs.run_status = 'completed'
    and runs.started_at < selected_run.started_at
order by
    line <> 'branch',
    line <> 'main line',
    runs.started_at desc,
    runs.run_id desc
limit $run_limit

-- The newest run before one, of its suite and branch, that a gate of this store has decided on.
--
-- Parameters: run_id.
--
-- grain: run_id

with selected_run as (
    select
        suite,
        git_branch,
        started_at
    from facts.runs
    where run_id = $run_id
)

select runs.run_id
from facts.runs
inner join selected_run
    on
        runs.suite = selected_run.suite
        and coalesce(runs.git_branch, '') = coalesce(selected_run.git_branch, '')
        and runs.started_at < selected_run.started_at
where
    exists (
        select 1
        from facts.gates
        where gates.run_id = runs.run_id and not gates.is_foreign
    )
order by runs.started_at desc, runs.run_id desc
limit 1

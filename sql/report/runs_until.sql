-- The runs of a run's suite up to that run, in the order of their commits.
--
-- Parameters: run_id.
--
-- grain: run_id

with selected_run as (
    select
        suite,
        run_number
    from facts.commits
    where run_id = $run_id
)

select
    commits.run_id,
    commits.suite
from facts.commits
inner join selected_run
    on
        commits.suite is not distinct from selected_run.suite
        and commits.run_number <= selected_run.run_number
order by commits.run_number

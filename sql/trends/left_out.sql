-- The runs of a suite that trends leave out since they did not complete.
--
-- Parameters: suite, branch.

select count(*) as run_count
from facts.commits
where
    suite is not distinct from $suite
    and coalesce(git_branch = $branch, $branch is null)
    and run_status <> 'completed'

-- The runs of a suite that trends leave out since they are not whole.
--
-- Parameters: suite, branch.

select count(*) as run_count
from facts.commits
inner join facts.run_completeness using (run_id)
where
    commits.suite is not distinct from $suite
    and coalesce(commits.git_branch = $branch, $branch is null)
    and not run_completeness.is_whole

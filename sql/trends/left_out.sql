-- The runs of a suite that trends leave out since they did not complete or lack cases.
--
-- Parameters: suite, branch.

select count(*) as run_count
from facts.commits
inner join facts.case_completeness using (run_id)
where
    commits.suite is not distinct from $suite
    and coalesce(commits.git_branch = $branch, $branch is null)
    and not case_completeness.has_all_cases

-- The runs of each suite, the newest commit first.

select
    runs.suite,
    commits.run_number,
    runs.run_id,
    runs.git_sha,
    runs.committed_at,
    runs.run_status,
    runs.tags
from facts.runs
inner join facts.commits using (run_id)
order by runs.suite, commits.run_number desc;

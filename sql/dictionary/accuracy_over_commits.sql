-- How accuracy went from commit to commit, over all cases.

select
    commits.suite,
    commits.run_number,
    commits.git_sha,
    accuracy.system_id,
    accuracy.accuracy,
    accuracy.ci_low,
    accuracy.ci_high
from metrics.accuracy
inner join facts.commits using (run_id)
where accuracy.slice_name = 'all' and accuracy.is_primary_validator
order by commits.suite, accuracy.system_id, commits.run_number;

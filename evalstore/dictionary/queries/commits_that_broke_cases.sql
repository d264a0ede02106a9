-- Since which commit each case fails, and which commit passed last.

select
    suite,
    system_id,
    case_id,
    last_passing_git_sha,
    first_failing_git_sha,
    failing_run_count
from facts.first_failing_commit
where is_still_failing
order by suite, system_id, case_id;

-- Since which commit each case fails, and which commit passed last.

select
    suite,
    system_id,
    validator_id,
    case_id,
    last_passing_run_id,
    last_passing_git_sha,
    first_failing_run_id,
    first_failing_git_sha,
    failing_run_count
from facts.first_failing_commit
where is_still_failing and is_primary_validator
order by suite, system_id, case_id;

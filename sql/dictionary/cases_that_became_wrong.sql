-- Which cases regressed since the run before: right there, wrong in the newer one.

select
    system_id,
    case_id,
    outcome_before,
    outcome,
    answer_before,
    answer,
    git_sha_before,
    git_sha
from facts.regressions
where
    run_id = 'capitals-nightly-2'
    and change = 'became wrong'
    and is_primary_validator
order by system_id, case_id;

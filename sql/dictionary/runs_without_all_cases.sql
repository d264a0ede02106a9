-- Runs that lack cases or answers, so that none of them may serve as a baseline.

select
    run_id,
    run_status,
    declared_case_count,
    answered_case_count,
    has_all_cases
from facts.run_completeness
where not is_whole
order by run_id;

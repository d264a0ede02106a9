-- Whether some runs are complete, and what they lack.
--
-- Parameters: first_run_id and last_run_id, by which a scan skips the row groups of other runs,
-- and listed_runs: those that are meant, null for all between the two.
--
-- grain: run_id

select
    run_id,
    run_status,
    declared_case_count,
    case_count,
    answered_case_count,
    redacted_count,
    is_whole
from facts.run_completeness
where
    run_id between $first_run_id and $last_run_id
    and coalesce(list_contains($listed_runs::varchar[], run_id), true)

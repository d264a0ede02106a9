-- Who judged the cases of some runs, and how many cases of each system.
--
-- Parameters: first_run_id and last_run_id, by which a scan skips the row groups of other runs,
-- and listed_runs: those that are meant, null for all between the two.
--
-- grain: run_id, system_id, validator_id, validator_version, validator_digest, judge_model

select
    run_id,
    system_id,
    validator_id,
    validator_version,
    validator_digest,
    judge_model,
    sum(case_count)::bigint as case_count
from facts.judges
where
    run_id between $first_run_id and $last_run_id
    and coalesce(list_contains($listed_runs::varchar[], run_id), true)
group by all
order by all

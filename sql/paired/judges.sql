-- Who judged the cases of some runs, and how many cases of each system.
--
-- Parameters: run_ids.
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
where list_contains($run_ids, run_id)
group by all
order by all

-- Who judged the runs: each version, digest and model of a validator, and on how many verdicts.
--
-- Parameters: run_ids.
--
-- grain: validator_id, validator_version, validator_digest, judge_model

select
    validator_id,
    validator_version,
    validator_digest,
    judge_model,
    bool_or(is_rating) as is_rating,
    count(distinct run_id) as run_count,
    sum(verdict_count)::bigint as verdict_count
from facts.judges
where list_contains($run_ids, run_id)
group by all
order by all

-- Who judged a run: each version, digest and model of a validator, and how many cases in all.

select
    validator_id,
    validator_version,
    validator_digest[:12] as short_digest,
    judge_model,
    sum(case_count)::bigint as case_count
from facts.judges
where run_id = $run_id
group by all
order by all
limit $judge_limit

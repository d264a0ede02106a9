-- Which verdicts of a run no longer count, and why.

select
    validator_id,
    reason,
    sum(verdict_count)::bigint as verdict_count
from facts.withdrawn_verdicts
where run_id = $run_id
group by validator_id, reason
order by verdict_count desc, validator_id, reason

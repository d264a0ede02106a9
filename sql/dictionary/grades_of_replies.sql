-- The named scores of verdicts, averaged by validator and system.

select
    run_id,
    system_id,
    validator_id,
    score_name,
    avg(score) as mean_score
from facts.verdict_scores
group by all
order by all;

-- Who judged each run: validators with their versions, and how many cases.

select
    run_id,
    validator_id,
    validator_version,
    judge_model,
    sum(case_count) as case_count
from facts.judges
group by all
order by all;

-- Who judged each run: validators, or judges, with their versions, and how many cases.

select
    run_id,
    validator_id,
    validator_version,
    judge_model,
    bool_or(is_rating) as is_rating,
    sum(case_count) as case_count
from facts.judges
group by all
order by all;

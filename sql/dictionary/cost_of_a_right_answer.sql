-- What a right answer costs in each run, over all cases; NULL where an answer states no cost.

select
    run_id,
    system_id,
    right_count,
    cost_usd,
    cost_usd_per_right_answer,
    reason
from facts.cost_per_right_answer
where slice_name = 'all' and is_primary_validator
order by run_id, system_id;

-- What a right answer costs: all that was paid in a run, over the answers that were right.

select
    run_id,
    system_id,
    sum(cost_usd) as cost_usd,
    count(*) filter (where is_right) as right_count,
    sum(cost_usd) / nullif(count(*) filter (where is_right), 0) as cost_usd_per_right_answer
from facts.answers
group by run_id, system_id
order by run_id, system_id;

-- What a right answer costs: all that was paid in a run, over the answers that were right.

select
    scored.run_id,
    scored.system_id,
    sum(responses.cost_usd) as cost_usd,
    count(*) filter (where scored.is_right) as right_count,
    sum(responses.cost_usd) / nullif(count(*) filter (where scored.is_right), 0)
        as cost_usd_per_right_answer
from facts.scored
left join facts.responses using (run_id, system_id, case_id, attempt)
where scored.is_primary_validator
group by scored.run_id, scored.system_id
order by scored.run_id, scored.system_id;

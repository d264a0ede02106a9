-- How often each system is right, wrong or abstains, by the label of the case.

select
    run_id,
    system_id,
    label,
    coalesce(outcome, status) as outcome,
    count(*) as answer_count
from facts.answers
group by all
order by all;

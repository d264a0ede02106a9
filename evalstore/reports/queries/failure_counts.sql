-- How many cases of one run do not count as right, by system.

select
    system_id,
    count(distinct case_id) as case_count
from facts.scored
where
    run_id = $run_id
    and is_right is distinct from true
group by all
order by system_id

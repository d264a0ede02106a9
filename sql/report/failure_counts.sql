-- In how many cases of one run an attempt does not count as right, by system.

select
    system_id,
    count(distinct case_id) as case_count
from facts.scored
where
    run_id = $run_id
    and coalesce(not is_right, weight is null)
    and system_id not in (
        select controls.system_id
        from facts.controls
        where controls.run_id = $run_id
    )
group by all
order by system_id

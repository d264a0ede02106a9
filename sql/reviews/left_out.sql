-- How many cases of a run one metric counts over all cases, and how many it leaves out, by reason.
--
-- Parameters: run_id.
--
-- grain: reason

select
    reason,
    count(*) as case_count
from selected_counted
where
    run_id = $run_id
    and is_primary_validator
    and slice_name = 'all'
    and represents_case
    and system_id not in (
        select controls.system_id
        from facts.controls
        where controls.run_id = $run_id
    )
group by all
order by case_count desc, reason

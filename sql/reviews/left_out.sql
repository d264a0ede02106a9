-- How many cases of a run one metric counts over all cases, and how many it leaves out, by reason.
--
-- Cases that a system was not asked, since the run was stopped, are left out as well.
--
-- Parameters: run_id.
--
-- grain: reason

with controls as (
    select system_id
    from facts.controls
    where run_id = $run_id
),

unasked_cases as (
    select distinct
        unasked_attempts.system_id,
        unasked_attempts.case_id,
        unasked_attempts.reason
    from facts.unasked_attempts
    anti join facts.responses using (run_id, system_id, case_id)
    where
        unasked_attempts.run_id = $run_id
        and unasked_attempts.system_id not in (select controls.system_id from controls)
)

select
    reason,
    count(*) as case_count
from selected_counted
where
    run_id = $run_id
    and is_primary_validator
    and slice_name = 'all'
    and represents_case
    and system_id not in (select controls.system_id from controls)
group by all
union all
select
    reason,
    count(*) as case_count
from unasked_cases
group by all
order by case_count desc, reason

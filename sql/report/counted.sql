-- What the numbers over all cases of a run counted and left out, by reason, with the first cases.

select
    metric,
    system_id,
    validator_id,
    variant,
    reason,
    count(*) filter (where represents_case) as case_count,
    count(*) as attempt_count,
    min(case_id, $case_limit) filter (where represents_case and not is_counted) as cases
from selected_counted
where
    run_id = $run_id
    and slice_name = 'all'
group by all
order by metric, system_id, validator_id, variant, case_count desc, reason

-- The asked metrics of one run for some kinds of slices, the primary validator first.
--
-- validator_version is the only one whose verdicts count, or says that there are several.
--
-- Parameters: run_id, slice_names, levels (slice values with an order of their own).

select
    metric,
    system_id,
    slice_name,
    slice_value,
    validator_id,
    is_primary_validator,
    variant,
    value,
    scored_count,
    missing_count,
    error_count,
    unscored_count,
    ci_low,
    ci_high,
    unit,
    better,
    case
        when judge_versions.judge_note is not null then '(several versions)'
        else judge_versions.validator_version
    end as validator_version
from selected_metrics
left join facts.judge_versions using (run_id, system_id, validator_id)
where
    run_id = $run_id
    and list_contains($slice_names, slice_name)
order by
    is_primary_validator desc,
    validator_id,
    metric,
    variant,
    list_position($levels::varchar[], slice_value),
    slice_value,
    system_id

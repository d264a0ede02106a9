-- How many cases and attempts of each row of a metric counted, and how many were left out, by why.
--
-- A case stands with one of its attempts; the others of the case add nothing to case_count. What
-- was not asked, since the run was stopped, is no row of the metric and is counted beside them.

with row_counts as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        variant,
        is_counted,
        reason,
        count(*) filter (where represents_case) as case_count,
        count(*) as attempt_count,
        count(*) filter (where is_missing) as missing_attempt_count
    from selected_counted
    where
        coalesce(run_id = $run_id, $run_id is null)
        and coalesce(system_id = $system_id, $system_id is null)
        and coalesce(validator_id = $validator_id, $validator_id is null)
        and slice_name = $slice_name
        and coalesce(slice_value = $slice_value, $slice_value is null)
        and coalesce(variant = $variant, $variant is null)
    group by all
),

unasked_counts as (
    select
        row_names.run_id,
        row_names.system_id,
        row_names.validator_id,
        row_names.slice_name,
        row_names.slice_value,
        row_names.variant,
        false as is_counted,
        unasked_attempts.reason,
        count(distinct unasked_attempts.case_id) filter (where responses.case_id is null)
            as case_count,
        count(distinct row(unasked_attempts.case_id, unasked_attempts.attempt)) as attempt_count,
        0 as missing_attempt_count
    from (
        select distinct run_id, system_id, validator_id, slice_name, slice_value, variant
        from row_counts
    ) as row_names
    inner join facts.unasked_attempts using (run_id, system_id)
    inner join facts.case_slices using (run_id, case_id, slice_name, slice_value)
    left join facts.responses using (run_id, system_id, case_id)
    group by all
)

select * from row_counts
union all
select * from unasked_counts
order by
    run_id, system_id, validator_id, slice_name, slice_value, variant,
    is_counted desc, case_count desc, reason

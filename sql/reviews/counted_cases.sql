-- The cases by which the values of one metric are worse than they could be, for each of its rows.
--
-- Where higher is better those that give less than they could, where lower is better those that
-- give anything. A metric that is no ratio of sums has none.
--
-- Parameters: run_id, slice_names, better, case_limit.
--
-- grain: system_id, validator_id, slice_name, slice_value, variant

select
    system_id,
    validator_id,
    slice_name,
    slice_value,
    variant,
    count(distinct case_id) as failing_count,
    null as paired_count,
    null as became_wrong_count,
    null as became_right_count,
    null as left_out_count,
    null as left_out_cases,
    list_slice(list(distinct case_id order by case_id), 1, $case_limit) as cases
from selected_counted
where
    run_id = $run_id
    and list_contains($slice_names, slice_name)
    and is_counted
    and case $better
        when 'higher' then numerator < denominator
        when 'lower' then numerator > 0 and denominator is not null
    end
group by all

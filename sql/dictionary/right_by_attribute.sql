-- The share of cases that are right by any slice, such as an attribute of the cases.

select
    slice_name,
    slice_value,
    system_id,
    sum(weight * is_right::int) / sum(weight) as right_share,
    count(*) filter (where represents_case) as case_count
from facts.sliced
where
    run_id = 'capitals-nightly-2'
    and slice_name <> 'all'
    and is_primary_validator
group by all
order by all;

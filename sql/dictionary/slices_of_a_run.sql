-- Which slices a run has, such as domain or topic, with their values and how many cases have each.

select
    slice_name,
    slice_value,
    count(distinct case_id) as case_count
from facts.sliced
where run_id = 'capitals-nightly-2'
group by slice_name, slice_value
order by slice_name, slice_value;

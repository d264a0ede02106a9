-- How many attempts a metric counted, and how many it left out for which reason.

select
    system_id,
    slice_value as domain,
    coalesce(reason, 'counted') as reason,
    count(*) as attempt_count
from facts.counted
where
    metric = 'ece'
    and run_id = 'capitals-nightly-2'
    and slice_name = 'domain'
    and is_primary_validator
group by all
order by all;

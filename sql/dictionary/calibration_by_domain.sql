-- How far stated confidence lies from how often it is right, by domain, worst first.

select
    system_id,
    slice_value as domain,
    ece,
    scored_count
from metrics.ece
where
    run_id = 'capitals-nightly-2'
    and slice_name = 'domain'
    and is_primary_validator
order by ece desc, system_id, domain;

-- Accuracy by domain, with its interval and on how many cases it rests, lowest first.

select
    system_id,
    slice_value as domain,
    accuracy,
    ci_low,
    ci_high,
    scored_count
from metrics.accuracy
where
    run_id = 'capitals-nightly-2'
    and slice_name = 'domain'
    and is_primary_validator
order by accuracy, system_id, domain;

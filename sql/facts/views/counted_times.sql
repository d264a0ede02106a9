-- Each attempt that was recorded, as the quantiles of latency count it.
--
-- grain: run_id, system_id, case_id, attempt
-- for: metrics

create or replace view facts.counted_times as

select
    run_id, system_id, case_id, attempt,
    represents_case,
    status = 'missing' as is_missing,
    case
        when is_failed then 'error: the system failed'
        when latency_ms is not null then null
        when status = 'missing' then status
        else 'no latency'
    end as reason
from facts.timed_responses;

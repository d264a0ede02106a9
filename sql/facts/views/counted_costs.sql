-- Each attempt that was recorded, as the total cost counts it.
--
-- grain: run_id, system_id, case_id, attempt
-- for: metrics

create or replace view facts.counted_costs as

select
    run_id, system_id, case_id, attempt,
    status = 'missing' as is_missing,
    cost_usd,
    case
        when cost_usd is not null then null
        when status = 'error' then 'error: the system failed'
        else 'no cost'
    end as reason
from facts.responses;

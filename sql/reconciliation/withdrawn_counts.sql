-- How many events this call withdraws, by reason.

select
    reason,
    count(*) as event_count
from withdrawals
group by reason
order by event_count desc, reason

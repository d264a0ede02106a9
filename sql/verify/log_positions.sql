-- Positions of log.events that come more than once.

select
    position,
    count(*) as row_count
from log.events
group by position
having count(*) > 1
order by position;

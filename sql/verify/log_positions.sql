-- Positions of log.events that come more than once, or that lie outside the log of the segments.

select position
from log.events
group by position
having
    count(*) > 1
    or position < 0
    or position >= getvariable('tree_size')
order by position;

-- The kinds of the touched events, and how many there are of each.
--
-- grain: kind

select
    kind,
    count(*) as event_count
from touched_events
group by kind

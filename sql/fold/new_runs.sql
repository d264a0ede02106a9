-- The runs of the events that this fold records; what it records itself has an empty one.

select incoming.run_id
from incoming
positional join sealed
where sealed.position is not null
union
select run_id
from recorded_sources
order by run_id;

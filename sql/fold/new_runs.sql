-- The runs of the events that this fold records; what a fold records itself belongs to none.

select distinct incoming.run_id
from incoming
positional join sealed
where
    sealed.position is not null
    and incoming.run_id <> ''
order by incoming.run_id;

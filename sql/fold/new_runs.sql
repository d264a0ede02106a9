-- The runs of the events that this fold records; what a fold records itself belongs to none.

select distinct incoming.run_id
from incoming
positional join leaf_hashes
where
    leaf_hashes.position is not null
    and incoming.run_id <> ''
order by incoming.run_id;

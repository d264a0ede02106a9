-- The first position at which log.events does not hold the leaf of the segment in new_events.

with log_leaves as (
    select
        position,
        leaf_hash
    from log.events
    where position between $first and $last
)

select min(coalesce(new_events.position, log_leaves.position)) as position
from new_events
full outer join log_leaves using (position)
where new_events.leaf_hash is distinct from log_leaves.leaf_hash;

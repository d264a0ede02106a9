-- How many events of each kind this fold records.

with recorded_kinds as (
    select incoming.kind
    from incoming
    positional join leaf_hashes
    where leaf_hashes.position is not null
    union all
    select kind
    from recorded_sources
)

select
    kind,
    count(*) as event_count
from recorded_kinds
group by kind
order by kind

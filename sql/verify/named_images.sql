-- The images that the events of a segment name.

with named as (
    select
        position,
        unnest(named_images(payload)) as entry
    from segment_leaves
    where may_name_images(kind, payload)
)

select distinct
    position,
    entry ->> '$.sha256' as sha256,
    entry ->> '$.media_type' as media_type
from named
order by position;

-- The images that the events of a segment of another store name, each once.

with named as (
    select unnest(named_images(payload)) as entry
    from new_events
    where may_name_images(kind, payload)
)

select distinct
    entry ->> '$.sha256' as sha256,
    entry ->> '$.media_type' as media_type
from named;

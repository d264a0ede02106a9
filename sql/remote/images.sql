-- The images that events from a position on name, each once, by batch.
--
-- Parameters: first_position.

with named as (
    select
        batch_id,
        unnest(named_images(payload)) as entry
    from log.events
    where position >= $first_position and may_name_images(kind, payload)
)

select distinct
    batch_id,
    entry ->> '$.sha256' as sha256,
    entry ->> '$.media_type' as media_type
from named;

-- The images that the log names, each once: also those of withdrawn events, which it holds still.

with named as (
    select unnest(named_images(payload)) as entry
    from log.events
    where may_name_images(kind, payload)
)

select distinct
    entry ->> '$.sha256' as sha256,
    entry ->> '$.media_type' as media_type
from named;

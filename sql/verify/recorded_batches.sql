-- The batches as the database has them.

select
    segment,
    segment_sha256,
    tree_size,
    counts::varchar as counts,
    sources::varchar as sources
from log.batches
order by batch_id;

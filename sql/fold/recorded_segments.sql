-- The segments the database has recorded, in their order.

select
    tree_size,
    segment,
    lower(hex(segment_sha256)) as segment_sha256,
    lower(hex(root)) as root
from log.batches
order by batch_id;

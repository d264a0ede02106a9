-- The newest fold: how much the log held, and the root over all of it.

select
    tree_size,
    lower(hex(root)) as root,
    tool_version,
    recorded_at
from log.batches
order by batch_id desc
limit 1

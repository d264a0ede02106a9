-- Size, root and last time of the log, and the digest of the SQL that this database was made by.

select
    batches.tree_size,
    lower(hex(batches.root)) as root,
    batches.recorded_at,
    fingerprint.views_sha256
from log.batches
cross join log.fingerprint
order by batches.batch_id desc
limit 1

-- The columns of a segment that say where its events stand in the tree.

create or replace temp view segment_leaves as
select
    position,
    leaf_hash,
    batch_id,
    payload is null as is_redacted
from read_parquet(getvariable('segment_file'));

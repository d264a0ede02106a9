-- The columns of a segment that say where its events stand in the tree.

create or replace temp view segment_leaves as
select
    position,
    event_id,
    kind,
    run_id,
    source,
    payload,
    leaf_hash,
    batch_id
from read_parquet(getvariable('segment_file'));

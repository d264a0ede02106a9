-- Every retraction as the segments have them, since one may name an event of another run.
--
-- Variables: segment_files, tree_size.

create or replace temp table recorded_retractions as
select
    event_id::uuid as event_id,
    payload::json as payload
from read_parquet(getvariable('segment_files'))
where kind = 'retracted' and position < getvariable('tree_size');

-- The ids of the events that retractions between two sizes of the log name.
--
-- Parameters: files, first_position, tree_size.

select distinct json_extract_string(payload::json, '$.event_id') as retracted_id
from read_parquet($files)
where kind = 'retracted' and position >= $first_position and position < $tree_size
order by retracted_id

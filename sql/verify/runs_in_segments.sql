-- The runs that some segments have events of.
--
-- Parameters: files.

select distinct run_id
from read_parquet($files)
order by run_id;

-- The runs that events on their way into the log belong to.

select distinct run_id
from read_parquet($files)
order by run_id

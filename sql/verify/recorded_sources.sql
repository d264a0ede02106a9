-- The ingest_recorded events of a segment that a fold wrote, in the order of their positions.

select
    position,
    subject,
    recorded_at,
    payload
from read_parquet($file)
where kind = 'ingest_recorded' and source = 'evalstore:fold'
order by position;

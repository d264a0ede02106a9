-- The ingest_recorded events of a segment, in the order of their positions.

select
    position,
    subject,
    recorded_at,
    payload
from read_parquet($file)
where kind = 'ingest_recorded'
order by position;

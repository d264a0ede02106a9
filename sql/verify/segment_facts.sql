-- The facts_computed events of a segment that a fold wrote, in the order of their positions.

select
    position,
    subject,
    payload
from read_parquet($file)
where kind = 'facts_computed' and source = 'evalstore:fold'
order by position;

-- How many events of each kind a segment holds, how many were recorded at the footer's time, and
-- how many say what the fold computed.

select
    kind,
    count(*) as event_count,
    count(*) filter (where recorded_at = $recorded_at::timestamp) as timely_count,
    count(*) filter (where kind = 'facts_computed' and source = 'evalstore:fold')
        as computed_count
from read_parquet($file)
group by kind
order by kind;

-- How many events of each kind a segment holds, and how many were recorded at the footer's time.

select
    kind,
    count(*) as event_count,
    count(*) filter (where recorded_at = $recorded_at::timestamp) as timely_count
from read_parquet($file)
group by kind
order by kind;

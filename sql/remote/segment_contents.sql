-- How many events of each kind some segments hold, and the runs of these.

select
    filename as file,
    kind,
    count(*) as event_count,
    list(distinct run_id) filter (where run_id <> '') as run_ids
from read_parquet($files, filename = true)
group by filename, kind
order by filename, kind;

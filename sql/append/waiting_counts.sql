-- How many events of each kind wait in inbox files.
--
-- grain: kind

select
    kind,
    count(*) as event_count
from read_parquet($files)
group by kind
order by kind;

-- How many clusters and rows each grain has.

select
    grain_index,
    system_id,
    validator_id,
    slice_value,
    max(cluster_index) + 1 as cluster_count,
    count(cluster_name) as named_count
from numbered_rows
group by all
order by grain_index

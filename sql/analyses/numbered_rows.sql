-- The asked rows with numbers from 0: of the row, its grain, its case and its cluster there.
--
-- Grains and clusters follow the order of names, so they do not depend on the order of rows; that
-- of a row only tells it from the others. Where a case names no cluster or session, it is one by
-- itself.

create table numbered_rows as

with clustered_rows as (
    select
        selected_rows.*,
        case $cluster when 'cluster' then cluster_id when 'session' then session_id end
            as cluster_name
    from selected_rows
)

select
    clustered_rows.*,
    row_number() over () - 1 as row_index,
    dense_rank() over (order by system_id, validator_id, slice_value) - 1 as grain_index,
    dense_rank() over (order by system_id, validator_id, slice_value, case_id) - 1 as case_index,
    dense_rank() over (
        partition by system_id, validator_id, slice_value
        order by cluster_name nulls last, if(cluster_name is null, case_id, null)
    ) - 1 as cluster_index
from clustered_rows

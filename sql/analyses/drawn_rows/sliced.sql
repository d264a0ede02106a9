-- The rows of one resample: those of each cluster as often as it was drawn.

create or replace view facts.sliced as

with copies as (
    select
        grain_index,
        cluster_index,
        unnest(range(weight)) as copy_index
    from drawn_clusters
)

select
    numbered_rows.* replace (
        numbered_rows.case_id || '#' || copies.copy_index as case_id
    )
from numbered_rows
inner join copies using (grain_index, cluster_index)

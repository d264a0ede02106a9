-- What the rows of one grain add to one variant of the metric.

select
    cluster_index as cluster,
    cast(part as bigint) as part,
    numerator,
    denominator
from contributions
where
    grain_index = $grain_index
    and variant = $variant
    and counted = $counted

-- What each attempt adds to the two sums of a ratio, by the metric's own view over it alone.
--
-- Parameters: counted, what the denominator of an attempt is: its weight (attempts), its weight
-- among the claims of its case (claims), among the attempts that no error took (replies), or 1
-- (rows).

insert into contributions by name

with weighted_rows as (
    select
        grain_index,
        cluster_index,
        cast(row_index as varchar) as slice_value,
        case $counted
            when 'attempts' then weight
            when 'claims' then claim_weight
            when 'replies'
                then
                    case when status <> 'error' then 1e0 end
                    / count(*) filter (where status <> 'error') over (partition by case_index)
            else 1e0
        end as denominator
    from numbered_rows
)

select
    cast($counted as varchar) as counted,
    weighted_rows.grain_index,
    weighted_rows.cluster_index,
    selected_metrics.variant,
    0 as part,
    selected_metrics.value * weighted_rows.denominator as numerator,
    weighted_rows.denominator
from selected_metrics
inner join weighted_rows using (slice_value)
where
    selected_metrics.value is not null
    and weighted_rows.denominator is not null

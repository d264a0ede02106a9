-- What each case adds to the two sums of a ratio, by the metric's own view over that case alone.
--
-- Of one case, the value is its numerator over its denominator, and scored_count the denominator.

insert into contributions by name

with cases as (
    select distinct
        grain_index,
        cluster_index,
        case_index
    from numbered_rows
)

select
    'cases' as counted,
    cases.grain_index,
    cases.cluster_index,
    all_metrics.variant,
    0 as part,
    all_metrics.value * all_metrics.scored_count as numerator,
    cast(all_metrics.scored_count as double) as denominator
from metrics.all_metrics
inner join cases on all_metrics.slice_value = cast(cases.case_index as varchar)
where
    all_metrics.scored_count > 0
    and all_metrics.value is not null

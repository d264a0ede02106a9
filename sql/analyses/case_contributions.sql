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
    selected_metrics.variant,
    0 as part,
    selected_metrics.value * selected_metrics.scored_count as numerator,
    cast(selected_metrics.scored_count as double) as denominator
from selected_metrics
inner join cases on selected_metrics.slice_value = cast(cases.case_index as varchar)
where
    selected_metrics.scored_count > 0
    and selected_metrics.value is not null

-- What each row adds to the two sums of a ratio, by the metric's own view over that row alone.
--
-- Of one row, the value is its numerator over its denominator, and scored_count the denominator.
-- A view that says null of a row it counts is no ratio, and is refused as its sums do not agree.

create or replace table contributions as

select
    numbered_rows.grain_index,
    numbered_rows.cluster_index,
    all_metrics.variant,
    0 as part,
    coalesce(all_metrics.value * all_metrics.scored_count, 0) as numerator,
    cast(all_metrics.scored_count as double) as denominator
from metrics.all_metrics
inner join numbered_rows on all_metrics.slice_value = cast(numbered_rows.row_index as varchar)
where all_metrics.scored_count > 0

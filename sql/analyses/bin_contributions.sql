-- What each row adds to its bin, by the view of the bins over that row alone.

insert into contributions by name

select
    'bins' as counted,
    numbered_rows.grain_index,
    numbered_rows.cluster_index,
    reliability_bins.variant,
    reliability_bins.bin_index as part,
    reliability_bins.gap * reliability_bins.bin_weight as numerator,
    reliability_bins.bin_weight as denominator
from metrics.reliability_bins
inner join numbered_rows
    on reliability_bins.slice_value = cast(numbered_rows.row_index as varchar)

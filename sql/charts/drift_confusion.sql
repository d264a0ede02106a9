-- One run's weeks of each core value by whether they were flagged and in crisis, for every system.
--
-- Of one value alone where a slice asks for it.

select
    system_id,
    slice_value as value_dim,
    true_positive_count,
    false_positive_count,
    false_negative_count,
    true_negative_count
from metrics.drift_confusion
where
    run_id = $run_id
    and slice_name = 'value_dim'
    and ($slice_name = 'all' or (slice_name = $slice_name and slice_value = $slice_value))
order by system_id, value_dim

-- One run's bins of stated confidence, for every system, validator and variant.

select
    system_id,
    validator_id,
    is_primary_validator,
    variant,
    bin_index,
    bin_low,
    bin_high,
    bin_count,
    bin_weight,
    mean_confidence,
    mean_correctness,
    ci_low,
    ci_high
from metrics.reliability_bins
where
    run_id = $run_id
    and slice_name = $slice_name
    and slice_value = $slice_value
order by system_id, validator_id, variant, bin_index

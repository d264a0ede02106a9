-- Expected calibration error: how far stated confidence lies from how often it is right.
--
-- The absolute gap between the mean confidence of a bin (not its midpoint) and its mean
-- correctness, averaged over ten bins of equal width, [k/10, (k+1)/10), the last one closed: 0.7
-- falls into [0.7, 0.8). Other libraries put such edges elsewhere, and models love to say 0.7.
-- Bins, and who counts: facts.claim_bins. unclaimed_count says how many judged cases made no
-- claim. Null where none made one.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: mean absolute gap of shares
-- range: 0 to 1
-- better: lower
-- default: confidence_kind=stated
-- source: Naeini et al. 2015; Guo et al. 2017 (arXiv 1706.04599), there with bins closed above
-- parameter: bins, integer 1 to 1000, default 10: bins of equal width, closed below
-- draws: reliability
-- resamples: reliability_bins
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims
-- numerator: case when bin_gap < 0 then weight * (correctness - confidence)
--     else weight * (confidence - correctness) end

create or replace view metrics.ece as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    unclaimed_count,
    macros.steady_sum(abs(gap_sum)) / macros.steady_sum(bin_weight) as ece
from facts.claim_bins
group by all;

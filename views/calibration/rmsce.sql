-- Root mean squared calibration error: like ece, with large gaps weighing more.
--
-- The root of the mean squared gap between mean confidence and mean correctness over the bins;
-- never below ece. torchmetrics gives confidence 1 a bin of its own. Bins, and who counts:
-- facts.claim_bins. Null where nothing was claimed.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: root mean squared gap of shares
-- range: 0 to 1
-- better: lower
-- default: confidence_kind=stated
-- source: Hendrycks et al. 2019 (arXiv 1812.04606)
-- parameter: bins, integer 1 to 1000, default 10: bins of equal width, closed below
-- draws: reliability
-- resamples: no, the root of a sum over bins
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims

create or replace view metrics.rmsce as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    sqrt(macros.steady_sum(gap_sum * gap_sum / bin_weight) / macros.steady_sum(bin_weight))
        as rmsce
from facts.claim_bins
group by all;

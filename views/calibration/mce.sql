-- Maximum calibration error: the largest gap over the bins of confidence.
--
-- The gap of a bin is that between its mean confidence and its mean correctness. One answer alone
-- in a bin can make it, so read it beside reliability_bins. torchmetrics gives confidence 1 a bin
-- of its own. Bins, and who counts: facts.claim_bins. Null where nothing was claimed.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: largest absolute gap of shares
-- range: 0 to 1
-- better: lower
-- default: confidence_kind=stated
-- source: Naeini et al. 2015; Guo et al. 2017 (arXiv 1706.04599)
-- parameter: bins, integer 1 to 1000, default 10: bins of equal width, closed below
-- draws: reliability
-- resamples: no, a maximum over bins
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims

create or replace view metrics.mce as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    max(abs(gap_sum) / bin_weight) as mce
from facts.claim_bins
group by all;

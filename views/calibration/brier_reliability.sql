-- Reliability of the Brier score: the part that better calibration would remove.
--
-- The mean squared gap between mean confidence and mean correctness over the bins: the square of
-- rmsce. brier_reliability - brier_resolution + brier_uncertainty equals brier only where each bin
-- holds one value of confidence; else brier also has what varies within the bins. Bins, and who
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: mean squared gap of shares
-- range: 0 to 1
-- better: lower
-- default: confidence_kind=stated
-- source: Murphy 1973
-- parameter: bins, integer 1 to 1000, default 10: bins of equal width, closed below
-- draws: reliability
-- resamples: no, a sum over bins of squares
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims

create or replace view metrics.brier_reliability as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    macros.steady_sum(gap_sum * gap_sum / bin_weight)
    / macros.steady_sum(bin_weight) as brier_reliability
from facts.claim_bins
group by all;

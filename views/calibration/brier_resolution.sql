-- Resolution of the Brier score: the part earned by separating right answers from wrong ones.
--
-- The mean squared distance of each bin's mean correctness from the overall one: zero where
-- answers of every confidence are right equally often. brier_reliability - brier_resolution +
-- brier_uncertainty equals brier only where each bin holds one value of confidence; else brier
-- also has what varies within the bins. Bins, and who counts: facts.claim_bins. Null where nothing
-- was claimed.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: mean squared difference of shares
-- range: 0 to 0.25
-- better: higher
-- default: confidence_kind=stated
-- source: Murphy 1973
-- parameter: bins, integer 1 to 1000, default 10: bins of equal width, closed below
-- resamples: no, a sum over bins of squares
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims

create or replace view metrics.brier_resolution as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    macros.steady_sum(
        bin_weight
        * (correctness_sum / bin_weight - mean_correctness)
        * (correctness_sum / bin_weight - mean_correctness)
    ) / macros.steady_sum(bin_weight) as brier_resolution
from facts.claim_bins
group by all;

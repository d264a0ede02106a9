-- Calibration in the large: how much surer a system is on average than it is right.
--
-- Above zero it claims more than it knows; below, it knows more than it claims. Gaps of opposite
-- sign cancel, so it never exceeds ece. Who claims, and how a case with several attempts counts
-- once: facts.sliced_claims. Null where nothing was claimed.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: difference of shares
-- range: -1 to 1
-- better: nearer 0
-- default: confidence_kind=stated
-- source: mean confidence less mean correctness (calibration in the large)
-- draws: reliability
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims
-- numerator: weight * (confidence - correctness)

create or replace view metrics.confidence_gap as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    gap_sum / weight_sum as confidence_gap
from facts.claim_sums;

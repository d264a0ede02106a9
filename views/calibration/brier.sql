-- Brier score: the mean squared difference of stated confidence and correctness.
--
-- Calibration and the power to tell right answers from wrong ones in one number: 0 is certain and
-- right, 0.25 is what always saying 0.5 gets. A graded correctness counts as it stands. Who
-- claims, and how a case with several attempts counts once: facts.sliced_claims. Null where
-- nothing was claimed.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: mean squared difference
-- range: 0 to 1
-- better: lower
-- default: confidence_kind=stated
-- source: mean of (confidence - correctness)^2: half of the sum over two classes in Brier 1950
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims
-- numerator: weight * (confidence - correctness) * (confidence - correctness)

create or replace view metrics.brier as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    squared_gap_sum / weight_sum as brier
from facts.claim_sums;

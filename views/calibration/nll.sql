-- Negative log-likelihood of the stated confidence.
--
-- The mean of minus the logarithm of the confidence given to what came true; a certain error costs
-- most, 36.04 nats. A graded correctness is a cross-entropy: its share of both sides, and not 0
-- even at its best. Who claims, and how a case with several attempts counts once:
-- facts.sliced_claims. Null where nothing was claimed.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: nats
-- range: 0 to 36.04
-- better: lower
-- default: confidence_kind=stated
-- source: Good 1952; as log_loss of scikit-learn, which takes no graded correctness
-- parameters: confidence kept 2.220446049250313e-16 away from 0 and 1
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims
-- numerator: weight * macros.cross_entropy(confidence, correctness)

create or replace view metrics.nll as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    surprise_sum / weight_sum as nll
from facts.claim_sums;

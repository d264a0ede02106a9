-- Uncertainty of the Brier score: the part given by how mixed right and wrong answers are.
--
-- The variance of correctness, which is share right times share wrong where answers are right or
-- wrong; a graded correctness varies less. Who claims, and how a case with several attempts counts
-- once: facts.sliced_claims. Null where nothing was claimed.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: variance of a share
-- range: 0 to 0.25
-- better: none
-- default: confidence_kind=stated
-- source: Murphy 1973
-- resamples: no, a product of shares
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims

create or replace view metrics.brier_uncertainty as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    case
        when weight_sum > 0
            then greatest(
                0,
                correctness_square_sum / weight_sum
                - (correctness_sum / weight_sum) * (correctness_sum / weight_sum)
            )
    end as brier_uncertainty
from facts.claim_sums;

-- Underconfidence index: how often a system is right when it doubts.
--
-- The share of right answers among those with a confidence below 0.3. An answer is right from a
-- correctness of one half on. Null where nothing was claimed with so little confidence.
-- scored_count is the sum of weights, rounded: a case of whose claims half are doubtful counts
-- half. Who claims, and how a case with several attempts counts once: facts.sliced_claims. No
-- interval where a case makes several claims: bootstrap gives one.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of doubtful claims
-- range: 0 to 1
-- better: lower
-- default: confidence_kind=stated
-- source: right / all claims with confidence < 0.3; Wilson score interval (Wilson 1927)
-- parameter: doubtful_below, number 0 to 1, default 0.3: a claim is doubtful below this
--     confidence
-- parameters: right: correctness >= 0.5
-- draws: reliability
-- empty: no_response, no_confidence, no_verdict, no_claim, no_low_confidence
-- counts: facts.counted_claims
-- reason: undoubtful_reason
-- numerator: case when correctness >= 0.5 then weight else 0 end

create or replace view metrics.underconfidence_index as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    coalesce(round(doubtful_sum), 0)::bigint as scored_count,
    missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    doubtful_right_sum / doubtful_sum as underconfidence_index,
    case
        when claim_count = scored_count then macros.wilson_low(doubtful_right_sum, doubtful_sum)
    end as ci_low,
    case
        when claim_count = scored_count then macros.wilson_high(doubtful_right_sum, doubtful_sum)
    end as ci_high
from facts.claim_sums;

-- Overconfidence index: how often a system is wrong when it is sure.
--
-- The share of wrong answers among those with a confidence above 0.7. An answer is wrong when its
-- correctness is below one half. Null where nothing was claimed with such confidence: a system
-- that is never sure has not been shown to be modest. scored_count is the sum of weights, rounded:
-- a case of whose claims half are sure counts half. Who claims, and how a case with several
-- attempts counts once: facts.sliced_claims. No interval where a case makes several claims:
-- bootstrap gives one.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of sure claims
-- range: 0 to 1
-- better: lower
-- default: confidence_kind=stated
-- source: wrong / all claims with confidence > 0.7; Wilson score interval (Wilson 1927)
-- parameter: sure_above, number 0 to 1, default 0.7: a claim is sure above this confidence
-- parameters: wrong: correctness < 0.5
-- draws: reliability
-- empty: no_response, no_confidence, no_verdict, no_claim, no_high_confidence
-- counts: facts.counted_claims
-- reason: unsure_reason
-- numerator: case when correctness < 0.5 then weight else 0 end

create or replace view metrics.overconfidence_index as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    coalesce(round(sure_sum), 0)::bigint as scored_count,
    missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    sure_wrong_sum / sure_sum as overconfidence_index,
    case
        when claim_count = scored_count then macros.wilson_low(sure_wrong_sum, sure_sum)
    end as ci_low,
    case
        when claim_count = scored_count then macros.wilson_high(sure_wrong_sum, sure_sum)
    end as ci_high
from facts.claim_sums;

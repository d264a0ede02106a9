-- Average precision of confidence: the area under its precision-recall curve.
--
-- From the surest answers down, the share right among those so far, averaged over the right ones;
-- answers of the same confidence are let in together. A system whose confidence says nothing gets
-- its share of right answers, so compare it with that. An answer is right when its correctness is
-- at least one half. Who claims, and how a case with several attempts counts once:
-- facts.sliced_claims. Null where nothing was claimed, or all is right, or all is wrong:
-- scikit-learn then says 1 or 0.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of answers
-- range: 0 to 1
-- better: higher
-- default: confidence_kind=stated
-- source: as average_precision_score of scikit-learn, with sample weights: steps, not trapezoids
-- parameters: right: correctness >= 0.5
-- resamples: no, an area under a curve
-- empty: no_response, no_confidence, no_verdict, no_claim, one_outcome
-- counts: facts.counted_claims

create or replace view metrics.auprc_confidence as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    case
        when macros.steady_sum(wrong_sum) > 0
            then
                macros.steady_sum(
                    right_sum * (surer_right_sum + right_sum) / (surer_sum + weight_sum)
                )
                / nullif(macros.steady_sum(right_sum), 0)
    end as auprc_confidence
from facts.claim_confidences
group by all;

-- Area under the ROC curve: how well confidence separates right answers from wrong ones.
--
-- The chance that a right answer was given with more confidence than a wrong one, a tie counting
-- half: 1 separates them, 0.5 is no better than a coin, whatever the calibration. An answer is
-- right when its correctness is at least one half. Who claims, and how a case with several
-- attempts counts once: facts.sliced_claims. Null where nothing was claimed, or all is right, or
-- all is wrong.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: probability
-- range: 0 to 1
-- better: higher
-- default: confidence_kind=stated
-- source: Mann and Whitney 1947; Hanley and McNeil 1982; as roc_auc_score of scikit-learn, with
--     sample weights
-- parameters: right: correctness >= 0.5
-- resamples: no, an area under a curve
-- empty: no_response, no_confidence, no_verdict, no_claim, one_outcome
-- counts: facts.counted_claims

create or replace view metrics.auroc_confidence as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    -- A wrong answer is beaten by every surer right one, and half by those as sure.
    macros.steady_sum(wrong_sum * (surer_right_sum + right_sum / 2))
    / nullif(macros.steady_sum(right_sum) * macros.steady_sum(wrong_sum), 0) as auroc_confidence
from facts.claim_confidences
group by all;

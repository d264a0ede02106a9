-- Area under the risk-coverage curve: the error rate as less sure answers are added.
--
-- From the surest answer down, the mean error among those so far, averaged over all steps. The
-- surest errors weigh most. A graded correctness errs by what it lacks. Of answers of the same
-- confidence no order is known: their expectation over all orders counts, so that no value depends
-- on names. torch_uncertainty instead takes trapezoids over (1 - 1/N). Who claims, and how a case
-- with several attempts counts once: facts.sliced_claims. Null where nothing was claimed.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: mean share of wrong answers
-- range: 0 to 1
-- better: lower
-- default: confidence_kind=stated
-- source: area under the risk-coverage curve: Geifman, Uziel and El-Yaniv 2019 (arXiv 1805.08206);
--   1 less the coverage-accuracy area of uncertainty-calibration
-- resamples: no, an area under a curve
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims

create or replace view metrics.aurc as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    macros.steady_sum(
        macros.risk_sum(weight_sum, error_sum, claim_count, surer_sum, surer_error_sum)
    )
    / macros.steady_sum(weight_sum) as aurc
from facts.claim_confidences
group by all;

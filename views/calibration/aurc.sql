-- How wrong answers are as ever less sure ones are let in: the area under risk_coverage.
--
-- From the surest answer down, the mean error among those so far, averaged over all steps. The
-- surest errors weigh most. A graded correctness errs by what it lacks. Answers are ordered by
-- confidence, then by case_id, which settles ties: they are not averaged. torch_uncertainty
-- instead takes trapezoids over (1 - 1/N). Only judged answers with a stated confidence count;
-- abstained ones claim nothing. Null where none made a claim. Claims of each confidence_kind are
-- measured apart; its name is the variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: mean share of wrong answers
-- range: 0 to 1
-- better: lower
-- source: area under the risk-coverage curve: Geifman, Uziel and El-Yaniv 2019 (arXiv 1805.08206);
--   1 less the coverage-accuracy area of uncertainty-calibration

create or replace view metrics.aurc as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    sum(macros.risk_sum(weight_sum, error_sum, claim_count, surer_sum, surer_error_sum))
    / sum(weight_sum) as aurc
from facts.claim_confidences
group by all;

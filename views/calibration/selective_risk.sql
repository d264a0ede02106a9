-- Selective risk at 80 % coverage: the error rate without the least sure fifth of answers.
--
-- The mean error among the surest 80 % of cases, rounded up to whole ones: what would be said if a
-- confidence threshold kept the rest silent. risk_coverage has every other coverage. A graded
-- correctness errs by what it lacks. Of answers of the same confidence their expectation over all
-- orders counts. The counts are of all answers, those held back too. Who claims, and how a case
-- with several attempts counts once: facts.sliced_claims. Null where nothing was claimed.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of wrong answers
-- range: 0 to 1
-- better: lower
-- default: confidence_kind=stated
-- source: El-Yaniv and Wiener 2010; Geifman and El-Yaniv 2017 (arXiv 1705.08500)
-- parameter: coverage_percent, integer 1 to 100, default 80: how many of the claims are kept
-- resamples: no, a share of those that rank highest
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims

create or replace view metrics.selective_risk as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    risk as selective_risk
from facts.claim_coverages
where percent is null or percent = macros.coverage_percent();

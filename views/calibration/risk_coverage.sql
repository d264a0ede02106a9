-- How wrong the surest answers are at each coverage: the risk-coverage curve.
--
-- One row for each number of answers that covers a whole percent of them, rounded up: a hundred
-- steps, or as many as there are answers. answer_count is how many of the surest are kept,
-- coverage their share, lowest_confidence that of the last one kept. A graded correctness errs
-- by what it lacks. Answers are ordered by confidence, then by case_id, which settles ties: they
-- are not averaged. Only judged answers with a stated confidence count; abstained ones claim
-- nothing. No row where none made a claim. Claims of each confidence_kind are measured apart;
-- its name is the variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, answer_count
-- unit: selective_risk as a share of wrong answers; coverage as a share of the claims
-- range: 0 to 1
-- better: none
-- source: El-Yaniv and Wiener 2010; Geifman and El-Yaniv 2017 (arXiv 1705.08500)
-- shape: table
-- parameters: 100 steps of coverage

create or replace view metrics.risk_coverage as

select distinct
    run_id, system_id, validator_id, slice_name, slice_value, variant,
    kept_count as answer_count,
    is_primary_validator,
    scored_count,
    kept_count / scored_count::double as coverage,
    lowest_confidence,
    risk as selective_risk
from facts.claim_coverages
where percent is not null;

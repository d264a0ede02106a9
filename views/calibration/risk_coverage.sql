-- Risk-coverage curve: the error rate of the surest answers at each coverage.
--
-- One row for each number of cases that covers a whole percent of them, rounded up: a hundred
-- steps, or as many as there are cases. answer_count is how many of the surest are kept, coverage
-- their share, lowest_confidence that of the last one kept. A graded correctness errs by what it
-- lacks. Of answers of the same confidence their expectation over all orders counts. Who claims,
-- and how a case with several attempts counts once: facts.sliced_claims. No row where nothing was
-- claimed.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, answer_count
-- unit: selective_risk as a share of wrong answers; coverage as a share of the claims
-- range: 0 to 1
-- better: none
-- source: El-Yaniv and Wiener 2010; Geifman and El-Yaniv 2017 (arXiv 1705.08500)
-- shape: table
-- parameters: 100 steps of coverage
-- draws: risk_coverage
-- section: charts, 3
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims

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

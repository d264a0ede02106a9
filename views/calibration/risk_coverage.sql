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

with claims as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        is_primary_validator,
        case_id,
        confidence,
        1 - macros.correctness(is_right, score) as error,
        coalesce(confidence_kind, '') as claimed_kind
    from facts.sliced
    where macros.is_calibrated(is_right, outcome, confidence)
),

ranked_claims as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        claimed_kind,
        is_primary_validator,
        confidence as lowest_confidence,
        count(*) over kinds as claim_count,
        row_number() over surest_first as answer_count,
        avg(error) over surest_first as selective_risk
    from claims
    window
        kinds as (
            partition by run_id, system_id, validator_id, slice_name, slice_value, claimed_kind
        ),
        surest_first as (
            partition by run_id, system_id, validator_id, slice_name, slice_value, claimed_kind
            order by confidence desc, case_id
            rows between unbounded preceding and current row
        )
)

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    macros.confidence_variant(claimed_kind) as variant,
    answer_count,
    is_primary_validator,
    claim_count as scored_count,
    answer_count / claim_count::double as coverage,
    lowest_confidence,
    selective_risk
from ranked_claims
-- A percent is reached here that the answer before did not reach.
where floor(100e0 * answer_count / claim_count) > floor(100e0 * (answer_count - 1) / claim_count);

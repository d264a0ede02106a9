-- Accuracy on these cases: how often a system gets right what it was asked here.
--
-- The value is that of accuracy; the interval is another. That of accuracy is of cases like these,
-- of which a run asks a sample; this one takes the cases for all there are, and only their
-- attempts for a sample: it tells what the mean of many more attempts at the same cases would be.
-- It is the narrower one, the more so the more the cases differ, and says nothing about other
-- cases. Null where no case has two attempts that were scored; a case with a single one is taken
-- to vary as the others do. What counts is as in accuracy.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of cases
-- range: 0 to 1
-- better: higher
-- interval: these cases
-- source: benchmark accuracy, beside the generalized accuracy that accuracy estimates (NIST AI
--     800-3, 2026); mean of strata (Cochran 1977, section 5.4; Dean and Pagano 2015), the cases
-- resamples: no, its cases are given, and a bootstrap draws others
-- empty: no_response, no_verdict, nothing_right_or_wrong
-- counts: facts.counted_answers
-- numerator: weight * correctness

create or replace view metrics.accuracy_these_cases as

with spreads as (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        macros.stratified_variance(1e0, scored_attempt_count, deviation_square_sum) as variance,
        macros.stratified_degrees(1e0, scored_attempt_count, deviation_square_sum) as degrees,
        pow(count(*), 2) / macros.steady_sum(1e0 / scored_attempt_count) as draw_count
    from facts.case_spreads
    group by all
),

estimates as (
    select
        answer_sums.*,
        spreads.variance,
        spreads.draw_count,
        answer_sums.correctness_sum / nullif(answer_sums.scored_count, 0) as share,
        macros.stratified_trials(
            answer_sums.correctness_sum / nullif(answer_sums.scored_count, 0),
            spreads.variance,
            spreads.degrees
        ) as trial_count
    from facts.answer_sums
    left join spreads
        using (run_id, system_id, validator_id, slice_name, slice_value)
)

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    share as accuracy_these_cases,
    macros.stratified_low(share, variance, trial_count, draw_count) as ci_low,
    macros.stratified_high(share, variance, trial_count, draw_count) as ci_high
from estimates;

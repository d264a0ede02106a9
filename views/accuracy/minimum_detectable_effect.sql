-- Minimum detectable effect: the smallest difference of accuracy a run of this size shows.
--
-- A two-sided test at 5 % finds a difference of this size from a fixed number, such as a gate's
-- threshold, in four of five runs; a smaller one more likely escapes. The spread is that of the
-- cases, each for itself. Between two independent runs of this size it is larger by the root of
-- two; on the same cases it depends on how the differences spread, which a comparison says. What
-- counts is as in accuracy. Null for less than two cases, and where all count the same: from these
-- no spread can be told.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of cases
-- range: 0 and up
-- better: lower
-- source: (z(1 - alpha / 2) + z(power)) * sample standard deviation / sqrt(n); Miller 2024
--     (arXiv 2411.00640)
-- parameter: alpha, number 0.000001 to 0.5, default 0.05: the rate of false alarms
-- parameter: power, number 0.5 to 0.999999, default 0.8: how often the effect is shown
-- resamples: no, a multiple of the spread of all rows
-- empty: no_response, no_verdict, nothing_right_or_wrong, all_alike
-- counts: facts.counted_answers

create or replace view metrics.minimum_detectable_effect as

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    correctness_deviation as standard_deviation,
    macros.minimum_detectable_effect(
        correctness_deviation, scored_count, macros.alpha(), macros.power()
    ) as minimum_detectable_effect
from facts.answer_sums;

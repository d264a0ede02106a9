-- F1 of drift: how well the flags of a value and its crises coincide, week by week.
--
-- The harmonic mean of drift_precision and drift_recall, by counts: 0 where no flag is right,
-- null only where there is neither a flag nor a crisis. One row for each value; over all of them
-- their sum (micro) and the mean of the values that have an F1 (macro). scored_count is the weeks
-- that F1 is made of, in crisis or flagged. missing_count holds weeks in crisis that never came
-- or could not be parsed, error_count those lost to an error, unscored_count the rest: in crisis
-- without a reading or in a persona's first week, which no crash can mark, or flagged where the
-- truth is not known. In the macro mean scored_count is the values in it, unscored_count those
-- without an F1. The interval knows that the weeks of a persona depend on each other; it is null
-- for a single persona.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- unit: harmonic mean of shares
-- range: 0 to 1
-- better: higher
-- default: average=micro
-- source: F1 = 2 TP / (2 TP + FP + FN); Student's t on the error of a ratio over personas (Cochran
--     1977)
-- parameters: average=micro: over the weeks of all values; average=macro: the mean over values
-- slice: value_dim
-- section: drift/detecting, 5
-- label: average=micro: F1 by value, micro; average=macro: F1 by value, macro
-- empty: no_persona_week, no_response, no_reading, no_trigger, no_flag_known, no_crisis_of_value,
--     no_flag
-- counts: facts.counted_drift_values where is_of_f1
-- reason: f1_reason
-- numerator: f1_numerator
-- denominator: f1_denominator

create or replace view metrics.drift_f1 as

select
    scores.run_id, scores.system_id, scores.slice_name, scores.slice_value, scores.variant,
    scores.f1_count as scored_count, scores.missing_count, scores.error_count,
    scores.f1_unscored_count as unscored_count,
    scores.f1 as drift_f1,
    macros.clustered_low(scores.f1, errors.standard_error, errors.persona_count) as ci_low,
    macros.clustered_high(
        scores.f1, errors.standard_error, errors.persona_count
    ) as ci_high
from facts.drift_scores as scores
left join facts.drift_score_errors as errors
    on
        scores.run_id = errors.run_id
        and scores.system_id = errors.system_id
        and scores.slice_name = errors.slice_name
        and scores.slice_value = errors.slice_value
        and scores.variant = errors.variant
        and errors.score = 'f1';

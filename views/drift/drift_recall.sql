-- Recall of drift: of the weeks in which a value was in crisis, those flagged for it.
--
-- A value's week is flagged where a trigger fired for it and uncertainty did not hold it back. One
-- row for each value; over all of them their sum (micro) and the mean of the values that have a
-- recall (macro). Null where the value was never in crisis. Only weeks whose flag is known count.
-- Of the weeks in crisis, missing_count holds those that never came or could not be parsed,
-- error_count those lost to an error, unscored_count the rest: without a reading, or a persona's
-- first week, which no crash can mark. In the macro mean scored_count is the values in it, and
-- unscored_count those without a recall. The interval knows that the weeks of a persona depend on
-- each other; it is null for a single persona.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- unit: share of crisis weeks of a value
-- range: 0 to 1
-- better: higher
-- default: average=micro
-- source: TP / (TP + FN); Student's t on the error of a ratio over personas (Cochran 1977)
-- parameters: average=micro: over the weeks of all values; average=macro: the mean over values
-- slice: value_dim
-- section: drift/detecting, 4
-- label: average=micro: recall by value, micro; average=macro: recall by value, macro
-- empty: no_persona_week, no_response, no_reading, no_trigger, no_flag_known, no_crisis,
--     no_crisis_of_value
-- counts: facts.counted_drift_values where is_of_recall
-- reason: recall_reason
-- numerator: recall

create or replace view metrics.drift_recall as

select
    scores.run_id, scores.system_id, scores.slice_name, scores.slice_value, scores.variant,
    scores.recall_count as scored_count, scores.missing_count, scores.error_count,
    scores.recall_unscored_count as unscored_count,
    scores.recall as drift_recall,
    macros.clustered_low(scores.recall, errors.standard_error, errors.persona_count) as ci_low,
    macros.clustered_high(
        scores.recall, errors.standard_error, errors.persona_count
    ) as ci_high
from facts.drift_scores as scores
left join facts.drift_score_errors as errors
    on
        scores.run_id = errors.run_id
        and scores.system_id = errors.system_id
        and scores.slice_name = errors.slice_name
        and scores.slice_value = errors.slice_value
        and scores.variant = errors.variant
        and errors.score = 'recall';

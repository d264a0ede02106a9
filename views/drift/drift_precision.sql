-- Precision of drift: of the flagged weeks of a value, those in which it was in crisis.
--
-- A value's week is flagged where a trigger fired for it and uncertainty did not hold it back.
-- One row for each value; over all of them their sum (micro) and the mean of the values that have
-- a precision (macro). Null where nothing is flagged: a silent detector is not wrong, it is not
-- measured. missing_count and error_count hold weeks in crisis that never came or could not be
-- parsed, and those lost to an error; unscored_count flagged weeks whose truth is not known. In
-- the macro mean scored_count is the values in it, unscored_count those without a precision. The
-- interval knows that the weeks of a persona depend on each other; it is null for a single
-- persona.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- unit: share of flagged weeks of a value
-- range: 0 to 1
-- better: higher
-- default: average=micro
-- source: TP / (TP + FP); Student's t on the error of a ratio over personas (Cochran 1977)
-- parameters: average=micro: over the weeks of all values; average=macro: the mean over values
-- slice: value_dim
-- section: drift/detecting, 3
-- label: average=micro: precision by value, micro; average=macro: precision by value, macro
-- empty: no_persona_week, no_response, no_reading, no_trigger, no_flag_known, no_flag
-- counts: facts.counted_drift_values where is_of_precision
-- reason: precision_reason
-- numerator: precision

create or replace view metrics.drift_precision as

select
    scores.run_id, scores.system_id, scores.slice_name, scores.slice_value, scores.variant,
    scores.precision_count as scored_count, scores.missing_count, scores.error_count,
    scores.precision_unscored_count as unscored_count,
    scores.precision as drift_precision,
    macros.clustered_low(scores.precision, errors.standard_error, errors.persona_count) as ci_low,
    macros.clustered_high(
        scores.precision, errors.standard_error, errors.persona_count
    ) as ci_high
from facts.drift_scores as scores
left join facts.drift_score_errors as errors
    on
        scores.run_id = errors.run_id
        and scores.system_id = errors.system_id
        and scores.slice_name = errors.slice_name
        and scores.slice_value = errors.slice_value
        and scores.variant = errors.variant
        and errors.score = 'precision';

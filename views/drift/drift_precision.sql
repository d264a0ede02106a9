-- Precision of drift: of the flagged weeks of a value, those in which it was in crisis.
--
-- A value's week is flagged where a trigger fired for it and uncertainty did not hold it back.
-- One row for each value; over all of them their sum (micro) and the mean of the values that have
-- a precision (macro). Null where nothing is flagged: a silent detector is not wrong, it is not
-- measured. missing_count and error_count hold weeks in crisis that never came or could not be
-- parsed, and those lost to an error; unscored_count flagged weeks whose truth is not known. In
-- the macro mean scored_count is the values in it, unscored_count those without a precision.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- unit: share of flagged weeks of a value
-- range: 0 to 1
-- better: higher
-- source: TP / (TP + FP); Wilson score interval (Wilson 1927), none for the macro mean
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
    run_id, system_id, slice_name, slice_value, variant,
    precision_count as scored_count, missing_count, error_count,
    precision_unscored_count as unscored_count,
    precision as drift_precision,
    macros.wilson_low(hit_count, precision_count) as ci_low,
    macros.wilson_high(hit_count, precision_count) as ci_high
from facts.drift_scores;

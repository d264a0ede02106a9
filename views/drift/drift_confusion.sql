-- Confusion counts of drift: flags against crises, week by week.
--
-- One row for each value, and one over all of them (slice all): weeks in crisis that were flagged
-- (true positives) or not (false negatives), quiet weeks that were flagged (false positives) or
-- not (true negatives). Weeks of a value whose flag or truth is not known are in none of the four:
-- missing_count holds those that never came or could not be parsed, error_count those lost to an
-- error, unscored_count the rest: without a reading, or a persona's first week.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: weeks of a value
-- range: 0 and up
-- better: none
-- source: confusion table of flags and crises, joined on persona, week and value
-- shape: table
-- draws: drift_confusion
-- empty: no_persona_week, no_response, no_reading, no_trigger, no_flag_known
-- counts: facts.counted_drift_values where variant <> 'average=macro'

create or replace view metrics.drift_confusion as

select
    run_id, system_id, slice_name, slice_value,
    true_positive_count, false_positive_count, false_negative_count, true_negative_count,
    missing_count, error_count, unscored_count
from facts.value_confusions_summed;

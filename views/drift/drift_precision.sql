-- How often a flag is right: of the flagged weeks of a value, those in which it was in crisis.
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

create or replace view metrics.drift_precision as

with scores as not materialized (
    select
        run_id,
        system_id,
        slice_name,
        slice_value,
        variant,
        true_positive_count + false_positive_count as scored_count,
        missing_crisis_count as missing_count,
        error_crisis_count as error_count,
        unscored_flag_count as unscored_count,
        true_positive_count / nullif(true_positive_count + false_positive_count, 0)
            as drift_precision,
        macros.wilson_low(true_positive_count, true_positive_count + false_positive_count)
            as ci_low,
        macros.wilson_high(true_positive_count, true_positive_count + false_positive_count)
            as ci_high
    from facts.value_confusions_summed
),

mean_scores as (
    select
        run_id,
        system_id,
        count(drift_precision) as scored_count,
        sum(missing_count) as missing_count,
        sum(error_count) as error_count,
        count(*) - count(drift_precision) as unscored_count,
        avg(drift_precision) as drift_precision
    from scores
    where slice_name = 'value_dim'
    group by
        run_id,
        system_id
),

averaged as (
    select
        run_id,
        system_id,
        slice_name,
        slice_value,
        variant,
        scored_count,
        missing_count,
        error_count,
        unscored_count,
        drift_precision,
        ci_low,
        ci_high
    from scores
    union all
    select
        run_id,
        system_id,
        'all' as slice_name,
        'all' as slice_value,
        'average=macro' as variant,
        scored_count,
        missing_count,
        error_count,
        unscored_count,
        drift_precision,
        null as ci_low,
        null as ci_high
    from mean_scores
)

select
    run_id,
    system_id,
    slice_name,
    slice_value,
    variant,
    scored_count,
    missing_count,
    error_count,
    unscored_count,
    drift_precision,
    ci_low,
    ci_high
from averaged;

-- How much of a value's crises is flagged: of the weeks it was in crisis, those flagged for it.
--
-- A value's week is flagged where a trigger fired for it and uncertainty did not hold it back.
-- One row for each value; over all of them their sum (micro) and the mean of the values that have
-- a recall (macro). Null where the value was never in crisis. Only weeks whose flag is known
-- count. Of the weeks in crisis, missing_count holds those that never came or could not be parsed,
-- error_count those lost to an error, unscored_count the rest: without a reading, or a persona's
-- first week, which no crash can mark. In the macro mean scored_count is the values in it, and
-- unscored_count those without a recall.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- unit: share of crisis weeks of a value
-- range: 0 to 1
-- better: higher
-- source: TP / (TP + FN); Wilson score interval (Wilson 1927), none for the macro mean
-- parameters: average=micro: over the weeks of all values; average=macro: the mean over values

create or replace view metrics.drift_recall as

with scores as not materialized (
    select
        run_id,
        system_id,
        slice_name,
        slice_value,
        variant,
        true_positive_count + false_negative_count as scored_count,
        missing_crisis_count as missing_count,
        error_crisis_count as error_count,
        unscored_crisis_count as unscored_count,
        true_positive_count / nullif(true_positive_count + false_negative_count, 0)
            as drift_recall,
        macros.wilson_low(true_positive_count, true_positive_count + false_negative_count)
            as ci_low,
        macros.wilson_high(true_positive_count, true_positive_count + false_negative_count)
            as ci_high
    from facts.value_confusions_summed
),

mean_scores as (
    select
        run_id,
        system_id,
        count(drift_recall) as scored_count,
        sum(missing_count) as missing_count,
        sum(error_count) as error_count,
        count(*) - count(drift_recall) as unscored_count,
        avg(drift_recall) as drift_recall
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
        drift_recall,
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
        drift_recall,
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
    drift_recall,
    ci_low,
    ci_high
from averaged;

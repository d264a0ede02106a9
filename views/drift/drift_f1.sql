-- How well the flags of a value and its crises coincide, week by week.
--
-- The harmonic mean of drift_precision and drift_recall, by counts: 0 where no flag is right, null
-- only where there is neither a flag nor a crisis. One row for each value; over all of them their
-- sum (micro) and the mean of the values that have an F1 (macro). scored_count is the weeks that
-- F1 is made of, in crisis or flagged. missing_count holds weeks in crisis that never came or
-- could not be parsed, error_count those lost to an error, unscored_count the rest: in crisis
-- without a reading or in a persona's first week, which no crash can mark, or flagged where the
-- truth is not known. In the macro mean scored_count is the values in it, unscored_count those
-- without an F1.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- unit: harmonic mean of shares
-- range: 0 to 1
-- better: higher
-- source: F1 = 2 TP / (2 TP + FP + FN)
-- parameters: average=micro: over the weeks of all values; average=macro: the mean over values

create or replace view metrics.drift_f1 as

with scores as not materialized (
    select
        run_id,
        system_id,
        slice_name,
        slice_value,
        variant,
        true_positive_count + false_positive_count + false_negative_count as scored_count,
        missing_crisis_count as missing_count,
        error_crisis_count as error_count,
        unscored_crisis_count + unscored_flag_count as unscored_count,
        2 * true_positive_count
        / nullif(2 * true_positive_count + false_positive_count + false_negative_count, 0)
            as drift_f1
    from facts.value_confusions_summed
),

mean_scores as (
    select
        run_id,
        system_id,
        count(drift_f1) as scored_count,
        sum(missing_count) as missing_count,
        sum(error_count) as error_count,
        count(*) - count(drift_f1) as unscored_count,
        avg(drift_f1) as drift_f1
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
        drift_f1
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
        drift_f1
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
    drift_f1
from averaged;

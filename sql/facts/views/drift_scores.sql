-- Precision, recall and F1 of the flags of drift: of each value, over all of them, and their mean.
--
--                  value                      of how many     left out
--     precision    TP / (TP + FP)             TP + FP         flags whose truth is not known
--     recall       TP / (TP + FN)             TP + FN         crises whose flag is not known
--     f1           2 TP / (2 TP + FP + FN)    TP + FP + FN    both
--
-- Over all values there is their sum (`average=micro`) and the mean of those that have a score
-- (`average=macro`); the latter counts values, and its hit_count is null. hit_count is TP.
-- missing_count holds weeks in crisis that never came or could not be parsed, error_count those
-- lost to an error.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- for: metrics

create or replace view facts.drift_scores as

with scores as not materialized (
    select
        run_id, system_id, slice_name, slice_value, variant,
        true_positive_count as hit_count,
        missing_crisis_count as missing_count,
        error_crisis_count as error_count,
        true_positive_count + false_positive_count as precision_count,
        true_positive_count + false_negative_count as recall_count,
        true_positive_count + false_positive_count + false_negative_count as f1_count,
        unscored_flag_count as precision_unscored_count,
        unscored_crisis_count as recall_unscored_count,
        unscored_flag_count + unscored_crisis_count as f1_unscored_count,
        true_positive_count / nullif(true_positive_count + false_positive_count, 0) as precision,
        true_positive_count / nullif(true_positive_count + false_negative_count, 0) as recall,
        2 * true_positive_count
        / nullif(2 * true_positive_count + false_positive_count + false_negative_count, 0) as f1
    from facts.value_confusions_summed
)

select
    run_id, system_id, slice_name, slice_value, variant, hit_count, missing_count, error_count,
    precision_count, recall_count, f1_count,
    precision_unscored_count, recall_unscored_count, f1_unscored_count,
    precision, recall, f1
from scores
union all
select
    run_id, system_id, 'all' as slice_name, 'all' as slice_value, 'average=macro' as variant,
    null as hit_count, sum(missing_count) as missing_count, sum(error_count) as error_count,
    count(precision) as precision_count,
    count(recall) as recall_count,
    count(f1) as f1_count,
    count(*) - count(precision) as precision_unscored_count,
    count(*) - count(recall) as recall_unscored_count,
    count(*) - count(f1) as f1_unscored_count,
    avg(precision order by precision) as precision,
    avg(recall order by recall) as recall,
    avg(f1 order by f1) as f1
from scores
where slice_name = 'value_dim'
group by run_id, system_id;

-- What the corrected accuracy is made of: means, variances and covariances of labels and verdicts.
--
-- A label counts with its label_weight: one over its sampling probability, or 1 where all labels
-- have the same or some have none. is_weighted is true where the probabilities differ, and
-- has_unknown_probability where then some are not known. is_clustered is true where judged cases
-- share a cluster, and where a case's weight is made of several attempts.
--
-- Of the labelled cases (label, labelled_judge, covariance), weighted; of those without a label
-- (unlabelled_judge); of all judged ones (judge). Variances divide by the count, judge_variance by
-- one less. stratum_…: over the groups of labels with the same probability, the sum of the squared
-- share of the group, times the share of it that was not drawn, times the variance of its mean.
-- cluster_…: over clusters, of what a cluster adds to the mean of the labels (label), and to that
-- of all verdicts less that of the labelled ones (judge).
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.checked_sums as

with shares as not materialized (
    select
        checked_cases.*,
        label_weight / sum(label_weight) over whole as label_share,
        count(judge_correctness) over whole as judged_count,
        avg(judge_correctness) over whole as judge_mean,
        avg(judge_correctness) filter (where label_weight is null) over whole
            as unlabelled_judge_mean,
        sum(label_weight * label_correctness) over whole / sum(label_weight) over whole
            as label_mean,
        sum(label_weight * judge_correctness) filter (where label_weight is not null) over whole
        / sum(label_weight) over whole as labelled_judge_mean
    from facts.checked_cases
    window whole as (partition by run_id, system_id, validator_id, slice_name, slice_value)
),

deviations as not materialized (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        is_primary_validator,
        cluster_name,
        is_missing,
        is_failed,
        correctness,
        judge_correctness,
        label_correctness,
        sampling_probability,
        has_drawn_attempts,
        label_share,
        label_mean,
        labelled_judge_mean,
        unlabelled_judge_mean,
        judge_mean,
        judged_count,
        label_correctness - label_mean as label_deviation,
        case when label_share is not null then judge_correctness - labelled_judge_mean end
            as labelled_judge_deviation,
        case when label_share is null then judge_correctness - unlabelled_judge_mean end
            as unlabelled_judge_deviation,
        judge_correctness - judge_mean as judge_deviation
    from shares
),

sums as not materialized (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        bool_or(is_primary_validator) as is_primary_validator,
        count(correctness) as scored_count,
        count(*) filter (where is_missing) as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where correctness is null and not is_failed and not is_missing)
            as unscored_count,
        count(judge_correctness) as judged_count,
        count(label_correctness) as label_count,
        count(judge_correctness) - count(label_correctness) as unlabelled_count,
        count(distinct sampling_probability) > 1 as is_weighted,
        count(distinct sampling_probability) > 1
        and count(sampling_probability) < count(label_correctness) as has_unknown_probability,
        count(distinct cluster_name) filter (where judge_correctness is not null)
        < count(judge_correctness)
        or bool_or(has_drawn_attempts) as is_clustered,
        any_value(label_mean) as label_mean,
        any_value(labelled_judge_mean) as labelled_judge_mean,
        any_value(unlabelled_judge_mean) as unlabelled_judge_mean,
        any_value(judge_mean) as judge_mean,
        1e0 / sum(label_share * label_share) as effective_label_count,
        sum(label_share * label_deviation * label_deviation) as label_variance,
        sum(label_share * labelled_judge_deviation * labelled_judge_deviation)
            as labelled_judge_variance,
        sum(label_share * label_deviation * labelled_judge_deviation) as covariance,
        avg(unlabelled_judge_deviation * unlabelled_judge_deviation) as unlabelled_judge_variance,
        sum(judge_deviation * judge_deviation) / nullif(count(judge_correctness) - 1, 0)
            as judge_variance
    from deviations
    group by run_id, system_id, validator_id, slice_name, slice_value
),

-- Of a group with one label the variance is not known: that of all labels stands in for it.
strata as (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        power(sum(label_share), 2)
        * (1 - coalesce(any_value(sampling_probability), 0e0)) / count(*) as factor,
        var_samp(label_correctness) as label_variance,
        var_samp(judge_correctness) as judge_variance,
        covar_samp(label_correctness, judge_correctness) as covariance
    from deviations
    where label_correctness is not null
    group by run_id, system_id, validator_id, slice_name, slice_value, sampling_probability
),

stratum_sums as (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        sum(factor * coalesce(strata.label_variance, sums.label_variance))
            as stratum_label_variance,
        sum(factor * coalesce(strata.judge_variance, sums.labelled_judge_variance))
            as stratum_judge_variance,
        sum(factor * coalesce(strata.covariance, sums.covariance)) as stratum_covariance
    from strata
    inner join sums using (run_id, system_id, validator_id, slice_name, slice_value)
    group by all
),

clusters as (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        cluster_name,
        count(label_share) > 0 as has_label,
        sum(coalesce(label_share * label_deviation, 0e0)) as label_part,
        sum(judge_deviation / judged_count) as all_judge_part,
        sum(judge_deviation / judged_count)
        - sum(coalesce(label_share * labelled_judge_deviation, 0e0)) as judge_part
    from deviations
    where judge_correctness is not null
    group by run_id, system_id, validator_id, slice_name, slice_value, cluster_name
),

cluster_sums as (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        count(*) as cluster_count,
        count(*) filter (where has_label) as label_cluster_count,
        sum(label_part * label_part) as cluster_label_variance,
        sum(judge_part * judge_part) as cluster_judge_variance,
        sum(label_part * judge_part) as cluster_covariance,
        sum(all_judge_part * all_judge_part) as cluster_all_judge_variance
    from clusters
    group by run_id, system_id, validator_id, slice_name, slice_value
)

select
    sums.*,
    stratum_label_variance,
    stratum_judge_variance,
    stratum_covariance,
    coalesce(cluster_count, 0) as cluster_count,
    coalesce(label_cluster_count, 0) as label_cluster_count,
    cluster_label_variance,
    cluster_judge_variance,
    cluster_covariance,
    cluster_all_judge_variance
from sums
left join stratum_sums using (run_id, system_id, validator_id, slice_name, slice_value)
left join cluster_sums using (run_id, system_id, validator_id, slice_name, slice_value);

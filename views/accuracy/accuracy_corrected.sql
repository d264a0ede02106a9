-- Accuracy corrected for the judge's error, by labels that people gave to a sample of the cases.
--
-- Prediction-powered inference: the mean of people's labels, plus judge_weight times what the
-- judge gave the cases without a label beyond the labelled ones. That weight, 0 to 1, makes the
-- interval narrowest: a judge that says nothing about people's labels gets 0, and what remains is
-- their mean. Labels are verdicts of validators named `human:NAME`. The labelled cases have to be
-- drawn at random from those with a reply, all with the same chance or each with its
-- sampling_probability, by which labels are then weighted. What never came or could not be read is
-- wrong without a judge, and scales value and interval. Null below two labels, and where the
-- probabilities differ and some are not known. The interval is cut off at 0 and 1:
--
--     cases independent, one chance   that of large samples, as ppi-python has it
--     several chances                 Student's t over the labels, stratified by the chance
--     cases share a cluster           Student's t over the clusters with a label, on the sums of
--                                     what each cluster adds to the value
--     nothing varies                  Wilson's over the labels, or over their clusters
--
-- Below some 200 labels that of independent cases is a little narrow, as the judge's weight is
-- taken for known; Student's t has one degree of freedom less for it, and is null without any.
--
-- label_accuracy is what the labels alone give, with Wilson's interval over the labels, over as
-- many as their weights are worth, or over their clusters. additional_label_count is how many more
-- labels would halve the interval of accuracy_corrected, null where labels for all cases of the
-- run would not.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of cases
-- range: 0 to 1
-- better: higher
-- source: PPI++, Angelopoulos, Duchi and Zrnic 2023 (arXiv 2311.01453); Angelopoulos et al. 2023
--     (arXiv 2301.09633); ppi_mean_ci of ppi-python with its tuned weight; of weights and strata
--     Cochran 1977, sections 5A.2 and 12.2 (sampling in two phases); of clusters Cameron and
--     Miller 2015
-- resamples: no, labels and judged cases are two samples
-- empty: no_response, no_verdict, nothing_right_or_wrong, too_few_labels,
--     unknown_sampling_probability
-- counts: facts.checked_cases

create or replace view metrics.accuracy_corrected as

with weights as (
    select
        checked_sums.*,
        judged_count / nullif(scored_count, 0) as judged_share,
        case
            when label_count < 2 or has_unknown_probability then null
            else macros.judge_weight(covariance, judge_variance, label_count, unlabelled_count)
        end as judge_weight
    from facts.checked_sums
),

-- The same weight on all verdicts less the labelled ones.
differences as (
    select
        weights.*,
        case
            when unlabelled_count = 0 then judge_weight
            else judge_weight * judged_count / unlabelled_count
        end as difference_weight,
        -- One is for the mean, and one for the judge's weight where it counts.
        case when is_clustered then label_cluster_count else label_count end
        - case when judge_weight > 0 then 2 else 1 end as degrees
    from weights
),

errors as (
    select
        differences.*,
        label_mean + difference_weight * (judge_mean - labelled_judge_mean) as estimate,
        case
            when judge_weight is null or degrees < 1 then null
            when is_clustered
                then macros.influence_error(
                    greatest(
                        0e0,
                        cluster_label_variance
                        + 2 * difference_weight * cluster_covariance
                        + power(difference_weight, 2) * cluster_judge_variance
                    ),
                    degrees + 1
                )
            when is_weighted
                then sqrt(
                    (label_count / degrees) * (
                        label_variance / judged_count
                        + greatest(
                            0e0,
                            stratum_label_variance
                            - 2 * difference_weight * stratum_covariance
                            + power(difference_weight, 2) * stratum_judge_variance
                        )
                    )
                )
            else macros.corrected_error(
                judge_weight, label_variance, labelled_judge_variance, covariance,
                unlabelled_judge_variance, label_count, unlabelled_count
            )
        end as standard_error,
        -- What is left of the variance where labels are many: that of the judge's mean.
        case
            when is_clustered then power(difference_weight, 2) * cluster_all_judge_variance
            when covariance > 0 and judge_variance > 0
                then power(covariance, 2) / judge_variance / judged_count
            else 0e0
        end as judge_error_variance,
        case when is_clustered then label_cluster_count else effective_label_count end
            as independent_count
    from differences
),

intervals as (
    select
        errors.*,
        standard_error * case
            when is_clustered or is_weighted then macros.student_quantile_975(degrees)
            else 1.959963984540054e0
        end as half_width,
        label_count * (power(standard_error, 2) - judge_error_variance) / nullif(
            greatest(0e0, power(standard_error / 2, 2) - judge_error_variance), 0
        ) as needed_label_count
    from errors
)

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    label_count,
    cluster_count,
    is_weighted,
    judge_weight,
    label_mean * judged_share as label_accuracy,
    macros.wilson_low(label_mean * independent_count, independent_count) * judged_share
        as label_accuracy_low,
    macros.wilson_high(label_mean * independent_count, independent_count) * judged_share
        as label_accuracy_high,
    case
        when standard_error > 1e-12 and needed_label_count <= judged_count
            then greatest(0, ceil(needed_label_count) - label_count)
    end as additional_label_count,
    case when judge_weight is not null then least(1e0, greatest(0e0, estimate)) end * judged_share
        as accuracy_corrected,
    case
        when standard_error <= 1e-12
            then macros.wilson_low(label_mean * independent_count, independent_count)
        when half_width is not null then greatest(0e0, estimate - half_width)
    end * judged_share as ci_low,
    case
        when standard_error <= 1e-12
            then macros.wilson_high(label_mean * independent_count, independent_count)
        when half_width is not null then least(1e0, estimate + half_width)
    end * judged_share as ci_high
from intervals;

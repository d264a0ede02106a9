-- Accuracy corrected for the judge's error, by labels that people gave to a sample of the cases.
--
-- Prediction-powered inference: the judge's verdicts on the cases without a label, plus what
-- people found the judge to be off by on the labelled ones. The judge counts with the weight that
-- makes the interval narrowest, judge_weight from 0 to 1: a judge that says nothing about people's
-- labels gets 0, and what remains is their mean. Labels are verdicts of validators named
-- `human:NAME`. The labelled cases have to be drawn at random, all with the same chance, from
-- those with a reply; cases are taken as independent. What never came or could not be read is
-- wrong without a judge, and scales value and interval. Null below two labels. The interval is
-- that of large samples, cut off at 0 and 1; where nothing varies, Wilson's over the labels.
--
-- label_accuracy is what the labels alone give, with Wilson's interval. additional_label_count is
-- how many more labels would halve the interval of accuracy_corrected, null where labels for all
-- cases of the run would not.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of cases
-- range: 0 to 1
-- better: higher
-- source: PPI++, Angelopoulos, Duchi and Zrnic 2023 (arXiv 2311.01453); Angelopoulos et al. 2023
--     (arXiv 2301.09633); ppi_mean_ci of ppi-python with its tuned weight
-- resamples: no, labels and judged cases are two samples
-- empty: no_response, no_verdict, nothing_right_or_wrong, too_few_labels
-- counts: facts.checked_cases

create or replace view metrics.accuracy_corrected as

with sums as (
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
        avg(label_correctness) as label_mean,
        power(stddev_pop(label_correctness), 2) as label_variance,
        avg(judge_correctness) filter (where label_correctness is not null) as labelled_judge_mean,
        power(stddev_pop(judge_correctness) filter (where label_correctness is not null), 2)
            as labelled_judge_variance,
        avg(judge_correctness) filter (where label_correctness is null) as unlabelled_judge_mean,
        power(stddev_pop(judge_correctness) filter (where label_correctness is null), 2)
            as unlabelled_judge_variance,
        power(stddev_samp(judge_correctness), 2) as judge_variance,
        avg(label_correctness * judge_correctness) as product_mean
    from facts.checked_cases
    group by all
),

covariances as (
    select
        sums.*,
        product_mean - label_mean * labelled_judge_mean as covariance,
        judged_count / nullif(scored_count, 0) as judged_share
    from sums
),

weights as (
    select
        covariances.*,
        case
            when label_count < 2 then null
            when unlabelled_count = 0 or judge_variance = 0 then 0e0
            else least(
                1e0,
                greatest(
                    0e0,
                    covariance
                    / ((1 + label_count / unlabelled_count) * judge_variance)
                )
            )
        end as judge_weight,
        -- What the judge's verdicts explain of the variance of the labels.
        case
            when covariance > 0 and judge_variance > 0 then power(covariance, 2) / judge_variance
            else 0e0
        end as explained_variance
    from covariances
),

estimates as (
    select
        weights.*,
        label_mean
        + judge_weight * (
            coalesce(unlabelled_judge_mean, labelled_judge_mean) - labelled_judge_mean
        ) as estimate,
        -- greatest() passes over nulls, so that what is not known is kept from it.
        case when label_count > 1 then sqrt(
            greatest(
                0e0,
                power(judge_weight, 2)
                * coalesce(unlabelled_judge_variance / nullif(unlabelled_count, 0), 0e0)
                + (
                    label_variance
                    - 2 * judge_weight * covariance
                    + power(judge_weight, 2) * labelled_judge_variance
                ) / label_count
            )
        ) end as standard_error
    from weights
),

-- With all cases given, the variance is (v - e) / labels + e / cases, v that of the labels and e
-- what the judge explains of it.
plans as (
    select
        estimates.*,
        (label_variance - explained_variance) / nullif(
            greatest(0e0, power(standard_error / 2, 2) - explained_variance / judged_count), 0
        ) as needed_label_count
    from estimates
)

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    label_count,
    judge_weight,
    label_mean * judged_share as label_accuracy,
    macros.wilson_low(label_mean * label_count, label_count) * judged_share as label_accuracy_low,
    macros.wilson_high(label_mean * label_count, label_count) * judged_share
        as label_accuracy_high,
    case
        when standard_error > 1e-12 and needed_label_count <= judged_count
            then greatest(0, ceil(needed_label_count) - label_count)
    end as additional_label_count,
    case when label_count > 1 then least(1e0, greatest(0e0, estimate)) end * judged_share
        as accuracy_corrected,
    case
        when standard_error <= 1e-12 then macros.wilson_low(label_mean * label_count, label_count)
        when label_count > 1
            then least(1e0, greatest(0e0, estimate - 1.959963984540054e0 * standard_error))
    end * judged_share as ci_low,
    case
        when standard_error <= 1e-12 then macros.wilson_high(label_mean * label_count, label_count)
        when label_count > 1
            then least(1e0, greatest(0e0, estimate + 1.959963984540054e0 * standard_error))
    end * judged_share as ci_high
from plans;

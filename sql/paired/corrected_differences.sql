-- The difference of two systems' accuracy under one judge, corrected by labels of people.
--
-- Of the cases to which both systems gave a reply that the judge judged, right less left: the mean
-- of people's differences on the cases labelled for both systems, plus judge_weight times the
-- judge's on the cases without both labels beyond the judge's on the labelled ones. Labels have to
-- be of cases drawn at random, all with the same chance: of cases drawn with several chances it is
-- not known with what chance both systems' replies were drawn. Cases where a reply never came or
-- could not be read are left out, as uncorrected_count counts them.
--
-- The interval is Student's t over the labelled cases, or over the clusters that have one, with a
-- degree of freedom less for the judge's weight; it is cut off at -1 and 1. Clusters are named as
-- in differences.sql, and what each case adds to the value is summed within them. reason says why
-- there is no value: below 30 labelled cases, or clusters of them, the interval holds the truth
-- too rarely (tests/metrics/test_corrected_difference.py).
--
-- Parameters: left_run_id, left_system_id, right_run_id, right_system_id, validator_id,
-- slice_name, slice_value (null for all of them), cluster, label_count_min.
--
-- Source: PPI++, Angelopoulos, Duchi and Zrnic 2023 (arXiv 2311.01453), of a mean; of clusters
-- Cameron and Miller 2015.
--
-- grain: slice_value

with case_differences as (
    select
        checked_cases.slice_value,
        checked_cases.case_id,
        sum(checked_cases.judge_correctness * sides.sign) as judged,
        count(checked_cases.judge_correctness) = 2 as is_judged,
        sum(checked_cases.label_correctness * sides.sign) as labelled,
        count(checked_cases.label_correctness) = 2 as is_labelled,
        max(checked_cases.sampling_probability) filter (where sides.sign = -1)
            as left_probability,
        max(checked_cases.sampling_probability) filter (where sides.sign = 1)
            as right_probability
    from facts.checked_cases
    inner join (
        values
        ($left_run_id, $left_system_id, -1), ($right_run_id, $right_system_id, 1)
    ) as sides (run_id, system_id, sign) using (run_id, system_id)
    where
        checked_cases.run_id in ($left_run_id, $right_run_id)
        and checked_cases.validator_id = $validator_id
        and checked_cases.slice_name = $slice_name
        and coalesce(checked_cases.slice_value = $slice_value, $slice_value is null)
    group by all
    having count(checked_cases.correctness) = 2
),

named_attributes as (
    select
        case_id,
        string_agg(value, e'\x01' order by value) as attribute
    from facts.case_attributes
    where
        run_id = $right_run_id
        and name = $cluster
    group by case_id
),

cluster_names as (
    select
        cases.case_id,
        case $cluster
            when 'case' then null
            when 'cluster' then cases.cluster_id
            when 'session' then cases.session_id
            else named_attributes.attribute
        end as cluster_name
    from facts.cases
    left join named_attributes using (case_id)
    where cases.run_id = $right_run_id
),

pairs as not materialized (
    select
        case_differences.slice_value,
        -- No name of a cluster begins like this by accident and is a case's id as well.
        coalesce(cluster_names.cluster_name, e'\x01' || case_id) as cluster_name,
        case_differences.is_judged,
        case when case_differences.is_judged then case_differences.judged end as judged,
        case
            when case_differences.is_judged and case_differences.is_labelled
                then case_differences.labelled
        end as labelled,
        case_differences.left_probability,
        case_differences.right_probability
    from case_differences
    left join cluster_names using (case_id)
),

sums as (
    select
        slice_value,
        count(*) - count(judged) as uncorrected_count,
        count(judged) as judged_count,
        count(labelled) as label_count,
        count(judged) - count(labelled) as unlabelled_count,
        count(distinct cluster_name) filter (where is_judged) < count(judged) as is_clustered,
        count(distinct cluster_name) filter (where labelled is not null) as label_cluster_count,
        greatest(
            count(distinct left_probability) filter (where labelled is not null),
            count(distinct right_probability) filter (where labelled is not null)
        ) > 1 as is_weighted,
        avg(judged) as judge_mean,
        var_samp(judged) as judge_variance,
        avg(labelled) as label_mean,
        var_pop(labelled) as label_variance,
        avg(judged) filter (where labelled is not null) as labelled_judge_mean,
        var_pop(judged) filter (where labelled is not null) as labelled_judge_variance,
        covar_pop(labelled, judged) as covariance,
        var_pop(judged) filter (where labelled is null) as unlabelled_judge_variance
    from pairs
    group by slice_value
),

weights as (
    select
        sums.*,
        case when is_clustered then label_cluster_count else label_count end as unit_count,
        case
            when label_count >= 2
                then macros.judge_weight(
                    covariance, judge_variance, label_count, unlabelled_count
                )
        end as judge_weight,
        -- The same weight on all verdicts less the labelled ones.
        judge_weight
        * case when unlabelled_count = 0 then 1e0 else judged_count / unlabelled_count end
            as difference_weight
    from sums
),

influences as (
    select
        pairs.slice_value,
        sum(
            coalesce(
                (
                    pairs.labelled
                    - weights.label_mean
                    - weights.difference_weight * (pairs.judged - weights.labelled_judge_mean)
                ) / weights.label_count,
                0e0
            )
            + weights.difference_weight
            * (pairs.judged - weights.judge_mean)
            / weights.judged_count
        ) as influence
    from pairs
    inner join weights using (slice_value)
    where pairs.is_judged
    group by pairs.slice_value, pairs.cluster_name
),

influence_sums as (
    select
        slice_value,
        sum(influence * influence) as influence_square_sum
    from influences
    group by slice_value
),

errors as (
    select
        weights.*,
        unit_count - case when judge_weight > 0 then 2 else 1 end as degrees,
        label_mean + difference_weight * (judge_mean - labelled_judge_mean) as estimate,
        case
            when is_clustered then macros.influence_error(influence_square_sum, degrees + 1)
            else macros.corrected_error(
                judge_weight, label_variance, labelled_judge_variance, covariance,
                unlabelled_judge_variance, label_count, unlabelled_count
            )
        end as standard_error
    from weights
    left join influence_sums using (slice_value)
),

reasons as (
    select
        errors.*,
        standard_error * macros.student_quantile_975(degrees) as half_width,
        case
            when unit_count < $label_count_min
                then
                    unit_count
                    || case
                        when is_clustered then ' clusters have cases' else ' cases are'
                    end
                    || ' labelled for both systems, and the interval needs '
                    || $label_count_min
            when is_weighted
                then
                    'the labelled cases were drawn with different chances, and with what chance '
                    || 'both replies to a case were is not known'
            when standard_error <= 1e-12
                then 'no difference varies, so that nothing tells the error'
        end as reason
    from errors
)

select
    slice_value,
    judged_count,
    uncorrected_count,
    label_count,
    is_clustered,
    unit_count,
    judge_mean as judged_difference,
    case when reason is null then judge_weight end as judge_weight,
    case when reason is null then least(1e0, greatest(-1e0, estimate)) end as difference,
    case when reason is null then standard_error end as standard_error,
    case when reason is null then greatest(-1e0, estimate - half_width) end as ci_low,
    case when reason is null then least(1e0, estimate + half_width) end as ci_high,
    reason
from reasons
order by slice_value

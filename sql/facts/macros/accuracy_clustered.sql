-- Accuracy whose interval knows that answers of one cluster are not independent.
--
-- `cluster_key` says what a cluster is: `case` (each on its own), `cluster` (cluster_id),
-- `session` (session_id), or the name of any attribute of cases. A case without one is a cluster
-- of its own. `selected_run_id` null stands for all runs, and a filter on the columns of the grain
-- narrows further, such as:
--
--     from macros.accuracy_clustered('r1', 'topic') where slice_name = 'domain'
--
-- Accuracy and counts are those of metrics.accuracy: a case counts with the mean of its attempts,
-- which are never apart. The standard error sums what the answers of a
-- cluster lie above or below the mean before it squares them; with C clusters it has the factor
-- sqrt(C / (C - 1)). It is null for a single cluster, which tells nothing of others, and `reason`
-- says so. The interval is that of Student's t with C - 1 degrees of freedom, clipped to [0, 1];
-- where no cluster differs from the mean, which gives no error, it is Wilson's over the clusters.
-- With `case` it is that of a mean of independent answers.
--
-- Source: sqrt(C / (C - 1) * sum over clusters of (sum of (s - mean)) squared) / n; Miller (2024),
-- arXiv 2411.00640, equation 4; Cameron and Miller (2015), A practitioner's guide to
-- cluster-robust inference.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value

create or replace macro macros.accuracy_clustered(selected_run_id, cluster_key) as table

    with named_attributes as (
        select
            run_id,
            case_id,
            value as attribute
        from facts.case_attributes
        where name = cluster_key
    ),

    expected_answers as (
        select
            sliced.run_id,
            sliced.system_id,
            sliced.validator_id,
            sliced.slice_name,
            sliced.slice_value,
            sliced.is_primary_validator,
            sliced.status,
            sliced.case_correctness as correctness,
            sliced.case_attempt_count,
            macros.is_failed(sliced.is_right, sliced.status, sliced.outcome) as is_failed,
            coalesce(
                case cluster_key
                    when 'case' then null
                    when 'cluster' then sliced.cluster_id
                    when 'session' then sliced.session_id
                    else named_attributes.attribute
                end,
                -- No name of a cluster begins like this by accident and is a case's id as well.
                e'\x01' || sliced.case_id
            ) as cluster_name
        from facts.sliced
        left join named_attributes using (run_id, case_id)
        where
            sliced.represents_case
            and (selected_run_id is null or sliced.run_id = selected_run_id)
    ),

    clusters as (
        select
            run_id,
            system_id,
            validator_id,
            slice_name,
            slice_value,
            cluster_name,
            bool_or(is_primary_validator) as is_primary_validator,
            count(*) as answer_count,
            count(correctness) as scored_count,
            count(*) filter (where status = 'missing') as missing_count,
            count(*) filter (where is_failed) as error_count,
            sum(case_attempt_count) as attempt_count,
            sum(correctness) as correctness_sum
        from expected_answers
        group by all
    ),

    residuals as (
        select
            clusters.*,
            correctness_sum - scored_count * (
                sum(correctness_sum) over whole / nullif(sum(scored_count) over whole, 0)
            ) as residual_sum
        from clusters
        window whole as (partition by run_id, system_id, validator_id, slice_name, slice_value)
    ),

    counted_answers as (
        select
            run_id,
            system_id,
            validator_id,
            slice_name,
            slice_value,
            bool_or(is_primary_validator) as is_primary_validator,
            sum(answer_count)::bigint as answer_count,
            sum(scored_count)::bigint as scored_count,
            sum(missing_count)::bigint as missing_count,
            sum(error_count)::bigint as error_count,
            sum(attempt_count)::bigint as attempt_count,
            count(*) filter (where scored_count > 0) as cluster_count,
            sum(correctness_sum) as correctness_sum,
            sqrt(sum(residual_sum * residual_sum)) as residual_length
        from residuals
        group by all
    ),

    estimates as (
        select
            counted_answers.*,
            correctness_sum / nullif(scored_count, 0) as accuracy,
            case
                when cluster_count > 1
                    then
                        residual_length
                        / scored_count
                        * sqrt(cluster_count / (cluster_count - 1))
            end as standard_error,
            case
                when scored_count = 0 then 'no answer is scored'
                when cluster_count = 1 then 'a single cluster tells nothing of its error'
            end as reason
        from counted_answers
    )

    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        is_primary_validator,
        scored_count,
        missing_count,
        error_count,
        answer_count - scored_count - error_count as unscored_count,
        attempt_count,
        cluster_count,
        accuracy,
        standard_error,
        case
            -- What is left of no error by rounding.
            when standard_error <= 1e-12
                then macros.wilson_low(accuracy * cluster_count, cluster_count)
            when standard_error > 0
                then greatest(
                    0e0,
                    accuracy - macros.student_quantile_975(cluster_count - 1) * standard_error
                )
        end as ci_low,
        case
            when standard_error <= 1e-12
                then macros.wilson_high(accuracy * cluster_count, cluster_count)
            when standard_error > 0
                then least(
                    1e0,
                    accuracy + macros.student_quantile_975(cluster_count - 1) * standard_error
                )
        end as ci_high,
        reason
    from estimates;

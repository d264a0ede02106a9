-- Systems, of one run or two, on the same cases: right less left, slice by slice.
--
-- Each of the left ones is paired with each of the right ones. Of several left runs each case has
-- the mean of its values in those that have one.
--
-- Cases are paired by their ids, never by their place, each with the mean of its attempts;
-- is_repeated says that some pair has several on a side. One without a value on a side is not a
-- pair, and counted by the side that has one. The standard error is that of a mean of paired
-- differences; the clustered one sums the residuals within each cluster first (Miller, 2024,
-- arXiv 2411.00640, equation 4), with the factor C / (C - 1) for C clusters (Cameron and Miller,
-- 2015), and is null for a single cluster, which tells nothing. Where each case is a cluster of
-- its own the two are the same. Clusters are those of the right side: `case`, `cluster`,
-- `session`, or the name of an attribute; a case without one is a cluster of its own, and one with
-- several values, as of `tag`, belongs with those that have the same.
--
-- Parameters: left_run_ids, left_system_ids, right_run_id, right_system_ids, validator_id,
-- variant, slice_name, slice_value, cluster. A null validator is each run's primary one; a null
-- slice value, all of them.
--
-- grain: left_system_id, right_system_id, variant, slice_value

with left_case_values as (
    select
        system_id as left_system_id,
        variant,
        slice_value,
        case_id,
        sum(attempt_count) as attempt_count,
        avg(value) as value
    from case_values
    where
        -- A range too, by which the runs between are not read.
        run_id between
        list_min($left_run_ids::varchar[]) and list_max($left_run_ids::varchar[])
        and list_contains($left_run_ids::varchar[], run_id)
        and list_contains($left_system_ids::varchar[], system_id)
        and coalesce(validator_id = $validator_id, is_primary_validator)
        and slice_name = $slice_name
        and coalesce(slice_value = $slice_value, $slice_value is null)
        and coalesce(variant = $variant, $variant is null)
        and value is not null
    group by all
),

left_values as (
    select
        left_system_id,
        unnest($right_system_ids::varchar[]) as right_system_id,
        variant,
        slice_value,
        case_id,
        attempt_count,
        value
    from left_case_values
),

right_values as (
    select
        system_id as right_system_id,
        unnest($left_system_ids::varchar[]) as left_system_id,
        variant,
        slice_value,
        case_id,
        cluster_id,
        session_id,
        attempt_count,
        value
    from case_values
    where
        run_id = $right_run_id
        and list_contains($right_system_ids::varchar[], system_id)
        and coalesce(validator_id = $validator_id, is_primary_validator)
        and slice_name = $slice_name
        and coalesce(slice_value = $slice_value, $slice_value is null)
        and coalesce(variant = $variant, $variant is null)
        and value is not null
),

named_attributes as (
    select
        case_id,
        -- More than one row for a case would make more than one pair of it.
        string_agg(value, e'\x01' order by value) as attribute
    from facts.case_attributes
    where
        run_id = $right_run_id
        and name = $cluster
    group by all
),

paired_values as (
    select
        left_values.value as left_value,
        right_values.value as right_value,
        right_values.value - left_values.value as difference,
        left_values.attempt_count > 1 or right_values.attempt_count > 1 as is_repeated,
        left_system_id,
        right_system_id,
        variant,
        slice_value,
        coalesce(
            case $cluster
                when 'case' then null
                when 'cluster' then right_values.cluster_id
                when 'session' then right_values.session_id
                else named_attributes.attribute
            end,
            -- No name of a cluster begins like this by accident and is a case's id as well.
            e'\x01' || right_values.case_id
        ) as cluster_name
    from left_values
    full outer join right_values
        using (left_system_id, right_system_id, variant, slice_value, case_id)
    left join named_attributes on right_values.case_id = named_attributes.case_id
),

counted_sides as (
    select
        left_system_id,
        right_system_id,
        variant,
        slice_value,
        count(difference) as paired_count,
        count(left_value) - count(difference) as left_only_count,
        count(right_value) - count(difference) as right_only_count,
        count(*) filter (where difference > 0) as higher_count,
        count(*) filter (where difference < 0) as lower_count,
        count(*) filter (where difference = 0) as equal_count,
        bool_and(left_value in (0, 1) and right_value in (0, 1)) as is_binary,
        bool_or(is_repeated) filter (where difference is not null) as is_repeated,
        avg(left_value) filter (where difference is not null) as left_mean,
        avg(right_value) filter (where difference is not null) as right_mean,
        avg(difference) as difference,
        stddev_samp(difference) / sqrt(count(difference)) as standard_error
    from paired_values
    group by all
),

clusters as (
    select
        paired_values.left_system_id,
        paired_values.right_system_id,
        paired_values.variant,
        paired_values.slice_value,
        paired_values.cluster_name,
        sum(paired_values.difference - counted_sides.difference) as residual_sum
    from paired_values
    inner join counted_sides using (left_system_id, right_system_id, variant, slice_value)
    where paired_values.difference is not null
    group by all
),

clustered_errors as (
    select
        left_system_id,
        right_system_id,
        variant,
        slice_value,
        count(*) as cluster_count,
        sqrt(sum(residual_sum * residual_sum)) as residual_length
    from clusters
    group by all
)

select
    counted_sides.left_system_id,
    counted_sides.right_system_id,
    counted_sides.variant,
    counted_sides.slice_value,
    counted_sides.paired_count,
    counted_sides.left_only_count,
    counted_sides.right_only_count,
    counted_sides.higher_count,
    counted_sides.lower_count,
    counted_sides.equal_count,
    counted_sides.paired_count > 0 and counted_sides.is_binary as is_binary,
    counted_sides.left_mean,
    counted_sides.right_mean,
    counted_sides.difference,
    counted_sides.standard_error,
    coalesce(counted_sides.is_repeated, false) as is_repeated,
    coalesce(clustered_errors.cluster_count, 0) as cluster_count,
    case
        when clustered_errors.cluster_count > 1
            then
                clustered_errors.residual_length
                / counted_sides.paired_count
                * sqrt(clustered_errors.cluster_count / (clustered_errors.cluster_count - 1))
    end as clustered_standard_error
from counted_sides
left join clustered_errors using (left_system_id, right_system_id, variant, slice_value)
order by
    counted_sides.left_system_id,
    counted_sides.right_system_id,
    counted_sides.variant,
    counted_sides.slice_value

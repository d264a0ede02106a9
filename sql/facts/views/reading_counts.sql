-- How many of a critic's readings are known, right and within their uncertainty, in each slice.
--
-- missing_count holds readings without an alignment. Of the others, known_count is how many have a
-- true class and unknown_count the rest, paired_count how many have an uncertainty as well and
-- unpaired_count the rest. A week that left no reading, such as one lost to an error, is not here:
-- drift_week_counts has those.
--
--     observed_sum    of the squared distances of class and true class, times known_count
--     expected_sum    the same over all pairs of a reading's class and any reading's true class
--
-- Both are whole numbers, so no rounding decides whether a kappa made of them is defined.
--
-- grain: run_id, system_id, slice_name, slice_value
-- for: metrics

create or replace view facts.reading_counts as

with readings as (
    select
        run_id, system_id, slice_name, slice_value, is_missing, alignment_error,
        case when alignment_error is not null then alignment_class end as alignment_class,
        case when alignment_error is not null then alignment_truth end as alignment_truth,
        alignment_error <= 1.96e0 * uncertainty as is_covered
    from facts.sliced_readings
)

select
    run_id, system_id, slice_name, slice_value,
    count(*) filter (where is_missing) as missing_count,
    count(alignment_error) as known_count,
    count(*) filter (where not is_missing and alignment_error is null) as unknown_count,
    count(*) filter (where alignment_class = alignment_truth) as right_count,
    avg(alignment_error) as alignment_error_mean,
    count(is_covered) as paired_count,
    count(*) filter (where not is_missing and is_covered is null) as unpaired_count,
    count(*) filter (where is_covered) as covered_count,
    count(alignment_class) * sum(
        (alignment_class - alignment_truth) * (alignment_class - alignment_truth)
    ) as observed_sum,
    count(alignment_class) * sum(
        alignment_class * alignment_class + alignment_truth * alignment_truth
    ) - 2 * sum(alignment_class) * sum(alignment_truth) as expected_sum
from readings
group by all;

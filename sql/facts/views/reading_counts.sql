-- How many of a critic's readings are known, right and within their uncertainty, in each slice.
--
-- missing_count holds readings without an alignment. Of the others, known_count is how many have a
-- true class and unknown_count the rest, paired_count how many have an uncertainty as well and
-- unpaired_count the rest. A week that left no reading, such as one lost to an error, is not here:
-- drift_week_counts has those. The readings of a persona depend on each other: the errors of the
-- shares and of the mean are of a ratio over personas. persona_count is how many personas have a
-- known reading, paired_persona_count how many have a paired one.
--
-- grain: run_id, system_id, slice_name, slice_value
-- for: metrics

create or replace view facts.reading_counts as

with readings as (
    select
        run_id, system_id, slice_name, slice_value, persona_id, is_missing, alignment_error,
        case when alignment_error is not null then alignment_class end as alignment_class,
        case when alignment_error is not null then alignment_truth end as alignment_truth,
        alignment_error <= macros.uncertainties() * uncertainty as is_covered
    from facts.sliced_readings
),

personas as (
    select
        run_id, system_id, slice_name, slice_value, persona_id,
        count(*) filter (where is_missing) as missing_count,
        count(alignment_error) as known_count,
        count(*) filter (where not is_missing and alignment_error is null) as unknown_count,
        count(*) filter (where alignment_class = alignment_truth) as right_count,
        coalesce(macros.steady_sum(alignment_error), 0) as alignment_error_sum,
        count(is_covered) as paired_count,
        count(*) filter (where not is_missing and is_covered is null) as unpaired_count,
        count(*) filter (where is_covered) as covered_count
    from readings
    group by all
)

select
    run_id, system_id, slice_name, slice_value,
    sum(missing_count)::bigint as missing_count,
    sum(known_count)::bigint as known_count,
    sum(unknown_count)::bigint as unknown_count,
    sum(right_count)::bigint as right_count,
    macros.steady_sum(alignment_error_sum) / nullif(sum(known_count), 0) as alignment_error_mean,
    sum(paired_count)::bigint as paired_count,
    sum(unpaired_count)::bigint as unpaired_count,
    sum(covered_count)::bigint as covered_count,
    count(*) filter (where known_count > 0) as persona_count,
    count(*) filter (where paired_count > 0) as paired_persona_count,
    macros.clustered_share_error(
        sum(right_count), sum(known_count), sum(right_count * right_count),
        sum(right_count * known_count), sum(known_count * known_count),
        count(*) filter (where known_count > 0)
    ) as right_share_error,
    macros.clustered_share_error(
        sum(covered_count), sum(paired_count), sum(covered_count * covered_count),
        sum(covered_count * paired_count), sum(paired_count * paired_count),
        count(*) filter (where paired_count > 0)
    ) as covered_share_error,
    macros.ratio_error(
        macros.steady_sum(alignment_error_sum), sum(known_count),
        macros.steady_sum(alignment_error_sum * alignment_error_sum),
        macros.steady_sum(alignment_error_sum * known_count), sum(known_count * known_count),
        count(*) filter (where known_count > 0)
    ) as alignment_error_error
from personas
group by all;

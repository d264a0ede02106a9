-- How many readings of a persona's value are truly of each class, and how many a critic found.
--
-- scored_count is how many readings with a class are truly of it, found_count those of them that
-- the critic reads so. missing_count holds readings without an alignment and unscored_count
-- others that may be of the class but cannot be counted.
--
-- grain: run_id, system_id, slice_name, slice_value, value_dim, persona_id, class
-- for: metrics

create or replace view facts.persona_class_counts as

with readings as (
    select
        persona_reading_classes.*,
        classes.class
    from facts.persona_reading_classes
    cross join (values (-1), (0), (1)) as classes (class)
)

select
    run_id, system_id, slice_name, slice_value, value_dim, persona_id, class,
    coalesce(sum(reading_count) filter (
        where alignment_truth = class and alignment_class is not null
    ), 0)::bigint as scored_count,
    coalesce(sum(reading_count) filter (
        where is_missing and coalesce(alignment_truth, class) = class
    ), 0)::bigint as missing_count,
    coalesce(sum(reading_count) filter (
        where
        not is_missing
        and coalesce(alignment_truth, class) = class
        and (alignment_truth is null or alignment_class is null)
    ), 0)::bigint as unscored_count,
    coalesce(sum(reading_count) filter (
        where alignment_truth = class and alignment_class = class
    ), 0)::bigint as found_count
from readings
group by all;

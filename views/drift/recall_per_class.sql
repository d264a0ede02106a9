-- Recall per class: the share of the readings of each true class that a critic gets right.
--
-- The variants are class=-1, class=0 and class=1, all three present; scored_count is how many
-- readings with an alignment are truly of the class, and the value is null where there is none.
-- missing_count holds readings of the class without an alignment. unscored_count holds readings
-- whose true class is not known, under each class, for they may be of any; so does missing_count
-- where the alignment lacks as well. A week that left no reading, such as one lost to an error, is
-- not here: hit_rate counts those. The interval takes readings for independent; those of one
-- persona are not quite, which makes it too narrow.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- unit: share of readings
-- range: 0 to 1
-- better: higher
-- source: readings of class and true class c / readings of true class c; Wilson score interval
--     (Wilson 1927)
-- parameters: class -1 below -0.5, 1 above 0.5, else 0
-- slice: value_dim
-- section: drift/reading, 3
-- label: class=-1: recall of −1, against a value; class=0: recall of 0, neither; class=1: recall
--     of +1, aligned
-- empty: no_persona_week, no_response, no_reading, no_true_class
-- counts: facts.counted_class_readings
-- numerator: case when is_right then 1 else 0 end

create or replace view metrics.recall_per_class as

with readings as (
    select
        reading_classes.run_id, reading_classes.system_id,
        reading_classes.slice_name, reading_classes.slice_value, classes.class,
        reading_classes.reading_count,
        reading_classes.is_missing,
        reading_classes.alignment_class,
        reading_classes.alignment_truth
    from facts.reading_classes
    cross join (values (-1), (0), (1)) as classes (class)
),

counted_readings as (
    select
        run_id, system_id, slice_name, slice_value, class,
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
    group by all
)

select
    run_id, system_id, slice_name, slice_value, 'class=' || class as variant,
    scored_count, missing_count, 0 as error_count, unscored_count,
    found_count / nullif(scored_count, 0) as recall_per_class,
    macros.wilson_low(found_count, scored_count) as ci_low,
    macros.wilson_high(found_count, scored_count) as ci_high
from counted_readings;

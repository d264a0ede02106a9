-- Recall per class: the share of the readings of each true class that a critic gets right.
--
-- The variants are class=-1, class=0 and class=1, all three present; scored_count is how many
-- readings with an alignment are truly of the class, and the value is null where there is none.
-- missing_count holds readings of the class without an alignment. unscored_count holds readings
-- whose true class is not known, under each class, for they may be of any; so does missing_count
-- where the alignment lacks as well. A week that left no reading, such as one lost to an error,
-- is not here: hit_rate counts those. The interval knows that the readings of a persona depend on
-- each other; it is null for a single persona.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- unit: share of readings
-- range: 0 to 1
-- better: higher
-- default: class=-1
-- source: readings of class and true class c / readings of true class c; Student's t on the error
--     of a ratio over personas (Cochran 1977)
-- parameter: class_edge, number 0 to 1, default 0.5: class -1 below its negative, 1 above it
-- slice: value_dim
-- section: drift/reading, 4
-- label: class=-1: recall of −1, against a value; class=0: recall of 0, neither; class=1: recall
--     of +1, aligned
-- empty: no_persona_week, no_response, no_reading, no_true_class
-- counts: facts.counted_class_readings
-- numerator: case when is_right then 1 else 0 end

create or replace view metrics.recall_per_class as

with personas as (
    select
        run_id, system_id, slice_name, slice_value, class, persona_id,
        sum(scored_count)::bigint as scored_count,
        sum(missing_count)::bigint as missing_count,
        sum(unscored_count)::bigint as unscored_count,
        sum(found_count)::bigint as found_count
    from facts.persona_class_counts
    group by all
),

recalls as (
    select
        run_id, system_id, slice_name, slice_value, class,
        sum(scored_count)::bigint as scored_count,
        sum(missing_count)::bigint as missing_count,
        sum(unscored_count)::bigint as unscored_count,
        sum(found_count) / nullif(sum(scored_count), 0) as recall,
        count(*) filter (where scored_count > 0) as persona_count,
        macros.clustered_share_error(
            sum(found_count), sum(scored_count), sum(found_count * found_count),
            sum(found_count * scored_count), sum(scored_count * scored_count),
            count(*) filter (where scored_count > 0)
        ) as standard_error
    from personas
    group by all
)

select
    run_id, system_id, slice_name, slice_value, 'class=' || class as variant,
    scored_count, missing_count, 0 as error_count, unscored_count,
    recall as recall_per_class,
    macros.clustered_low(recall, standard_error, persona_count) as ci_low,
    macros.clustered_high(recall, standard_error, persona_count) as ci_high
from recalls;

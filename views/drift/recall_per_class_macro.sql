-- Mean recall per class over values: how much of a class a critic finds, value by value.
--
-- The mean of recall_per_class over the value dimensions, each with the same weight. The variants
-- are class=-1, class=0 and class=1. scored_count is how many values the class truly occurs in,
-- unscored_count the others, which are left out; null where it occurs in none. The interval knows
-- that the readings of a persona depend on each other; it is null for a single persona.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- unit: share of readings, mean over values
-- range: 0 to 1
-- better: higher
-- default: class=-1
-- source: mean of readings of class and true class c / readings of true class c; Student's t on
--     the linearised error over personas (Deville 1999)
-- parameter: class_edge, number 0 to 1, default 0.5: class -1 below its negative, 1 above it
-- section: drift/reading, 5
-- label: class=-1: recall of −1, mean over values; class=0: recall of 0, mean over values;
--     class=1: recall of +1, mean over values
-- empty: no_persona_week, no_response, no_reading, no_true_class
-- counts: facts.counted_value_recalls
-- numerator: recall

create or replace view metrics.recall_per_class_macro as

with residuals as (
    select
        counts.*,
        (
            found_count * sum(scored_count) over whole - scored_count * sum(found_count) over whole
        )::double
        / nullif(sum(scored_count) over whole, 0)
        / nullif(sum(scored_count) over whole, 0) as influence
    from facts.persona_class_counts as counts
    where slice_name <> 'value_dim' and value_dim is not null
    window whole as (
        partition by run_id, system_id, slice_name, slice_value, value_dim, class
    )
),

personas as (
    select
        run_id, system_id, slice_name, slice_value, class, persona_id,
        macros.steady_sum(influence) as influence
    from residuals
    where scored_count > 0
    group by all
),

errors as (
    select
        run_id, system_id, slice_name, slice_value, class,
        count(*) as persona_count,
        macros.influence_error(macros.steady_sum(influence * influence), count(*)) as error_of_sum
    from personas
    group by all
),

means as (
    select
        run_id, system_id, slice_name, slice_value, class,
        count(recall) as value_count,
        count(*) - count(recall) as undefined_count,
        avg(recall order by recall) as recall_mean
    from facts.value_recalls
    group by all
)

select
    means.run_id, means.system_id, means.slice_name, means.slice_value,
    'class=' || means.class as variant,
    means.value_count as scored_count, 0 as missing_count, 0 as error_count,
    means.undefined_count as unscored_count,
    means.recall_mean as recall_per_class_macro,
    macros.clustered_low(
        means.recall_mean, errors.error_of_sum / nullif(means.value_count, 0),
        errors.persona_count
    ) as ci_low,
    macros.clustered_high(
        means.recall_mean, errors.error_of_sum / nullif(means.value_count, 0),
        errors.persona_count
    ) as ci_high
from means
left join errors using (run_id, system_id, slice_name, slice_value, class);

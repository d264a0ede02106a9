-- Mean quadratic weighted kappa: a critic's agreement with the true classes, value by value.
--
-- The mean of qwk over the value dimensions, each with the same weight, so that a value seldom
-- read, and what sets one value apart from another, count in full. scored_count is how many
-- values have a kappa, unscored_count how many have none, since critic and truth name one class
-- throughout or nothing is known: those are left out. Null where no value has one. The interval
-- knows that the readings of a persona depend on each other; it is null for a single persona.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: kappa
-- range: -1 to 1
-- better: higher
-- source: mean of Cohen 1968 with weights (i - j)^2 / (K - 1)^2; Student's t on the linearised
--     error over personas (Deville 1999)
-- parameter: class_edge, number 0 to 1, default 0.5: class -1 below its negative, 1 above it
-- parameters: classes -1, 0, 1, all three declared
-- section: drift/reading, 2
-- label: agreement of classes, mean over values (QWK)
-- empty: no_persona_week, no_response, no_reading, no_true_class, no_variation
-- counts: facts.counted_value_kappas
-- numerator: qwk

create or replace view metrics.qwk_macro as

with influences as (
    select
        sums.*,
        macros.kappa_influence(
            reading_count, distance_sum, square_sum, class_sum, truth_sum,
            sum(reading_count) over whole, sum(distance_sum) over whole,
            sum(square_sum) over whole, sum(class_sum) over whole, sum(truth_sum) over whole
        ) as influence
    from facts.persona_kappa_sums as sums
    where slice_name <> 'value_dim' and value_dim is not null
    window whole as (
        partition by run_id, system_id, slice_name, slice_value, value_dim
    )
),

personas as (
    select
        run_id, system_id, slice_name, slice_value, persona_id,
        macros.steady_sum(influence) as influence
    from influences
    where influence is not null
    group by all
),

errors as (
    select
        run_id, system_id, slice_name, slice_value,
        count(*) as persona_count,
        macros.influence_error(macros.steady_sum(influence * influence), count(*)) as error_of_sum
    from personas
    group by all
),

means as (
    select
        run_id, system_id, slice_name, slice_value,
        count(qwk) as value_count,
        count(*) - count(qwk) as undefined_count,
        avg(qwk order by qwk) as qwk_mean
    from facts.value_kappas
    group by all
)

select
    means.run_id, means.system_id, means.slice_name, means.slice_value,
    means.value_count as scored_count, 0 as missing_count, 0 as error_count,
    means.undefined_count as unscored_count,
    means.qwk_mean as qwk_macro,
    macros.kappa_low(
        means.qwk_mean, errors.error_of_sum / means.value_count, errors.persona_count
    ) as ci_low,
    macros.kappa_high(
        means.qwk_mean, errors.error_of_sum / means.value_count, errors.persona_count
    ) as ci_high
from means
left join errors using (run_id, system_id, slice_name, slice_value);

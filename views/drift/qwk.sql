-- Quadratic weighted kappa: agreement of a critic's classes with the true ones beyond chance.
--
-- A reading of class -1, 0 or 1 against the true class of the week; taking one end for the other
-- weighs four times as much as missing by one class. 1 is full agreement, 0 what chance gives,
-- below 0 is worse than chance. Null where critic and truth name one and the same class
-- throughout: then there is nothing to agree about. 0 where only one of them never varies.
-- missing_count holds readings without an alignment, unscored_count those without a true class. A
-- week that left no reading, such as one lost to an error, is not here: hit_rate counts those.
-- The interval knows that the readings of a persona depend on each other; it is null for a single
-- persona, and where no persona differs.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: kappa
-- range: -1 to 1
-- better: higher
-- source: Cohen 1968 with weights (i - j)^2 / (K - 1)^2; as cohen_kappa_score of scikit-learn;
--     Student's t on the linearised error over personas (Deville 1999)
-- parameter: class_edge, number 0 to 1, default 0.5: class -1 below its negative, 1 above it
-- parameters: classes -1, 0, 1, all three declared
-- slice: value_dim
-- section: drift/reading, 1
-- label: agreement of classes (QWK)
-- empty: no_persona_week, no_response, no_reading, no_true_class, no_variation
-- counts: facts.counted_readings

create or replace view metrics.qwk as

with personas as (
    select
        run_id, system_id, slice_name, slice_value, persona_id,
        sum(reading_count)::bigint as reading_count,
        sum(distance_sum)::bigint as distance_sum,
        sum(square_sum)::bigint as square_sum,
        sum(class_sum)::bigint as class_sum,
        sum(truth_sum)::bigint as truth_sum
    from facts.persona_kappa_sums
    group by all
),

influences as (
    select
        personas.*,
        macros.kappa_influence(
            reading_count, distance_sum, square_sum, class_sum, truth_sum,
            sum(reading_count) over whole, sum(distance_sum) over whole,
            sum(square_sum) over whole, sum(class_sum) over whole, sum(truth_sum) over whole
        ) as influence
    from personas
    window whole as (
        partition by run_id, system_id, slice_name, slice_value
    )
),

kappas as (
    select
        run_id, system_id, slice_name, slice_value,
        macros.quadratic_kappa(
            sum(reading_count), sum(distance_sum), sum(square_sum), sum(class_sum), sum(truth_sum)
        ) as qwk,
        count(*) as persona_count,
        macros.influence_error(macros.steady_sum(influence * influence), count(*))
            as standard_error
    from influences
    group by all
)

select
    counts.run_id, counts.system_id, counts.slice_name, counts.slice_value,
    counts.known_count as scored_count, counts.missing_count, 0 as error_count,
    counts.unknown_count as unscored_count,
    kappas.qwk,
    macros.kappa_low(kappas.qwk, kappas.standard_error, kappas.persona_count) as ci_low,
    macros.kappa_high(kappas.qwk, kappas.standard_error, kappas.persona_count) as ci_high
from facts.reading_counts as counts
left join kappas using (run_id, system_id, slice_name, slice_value);

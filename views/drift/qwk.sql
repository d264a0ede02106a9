-- How well a critic's classes agree with the true ones, beyond chance: quadratic weighted kappa.
--
-- A reading of class -1, 0 or 1 against the true class of the week; taking one end for the other
-- weighs four times as much as missing by one class. 1 is full agreement, 0 what chance gives,
-- below 0 is worse than chance. Null where critic and truth name one and the same class
-- throughout: then there is nothing to agree about. 0 where only one of them never varies.
-- missing_count holds readings without an alignment, unscored_count those without a true class. A
-- week that left no reading, such as one lost to an error, is not here: hit_rate counts those.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: kappa
-- range: -1 to 1
-- better: higher
-- source: Cohen 1968 with weights (i - j)^2 / (K - 1)^2; as cohen_kappa_score of scikit-learn
-- parameters: classes -1, 0, 1, all three declared; class -1 below -0.5, 1 above 0.5

create or replace view metrics.qwk as

with readings as (
    select
        run_id,
        system_id,
        slice_name,
        slice_value,
        is_missing,
        case when alignment_error is not null then alignment_class end as alignment_class,
        case when alignment_error is not null then alignment_truth end as alignment_truth
    from facts.sliced_readings
),

-- Over all pairs of a reading and any truth, (i - j)^2 adds up out of the sums of either side.
-- They are whole numbers, so no rounding decides whether kappa is defined.
counted_readings as (
    select
        run_id,
        system_id,
        slice_name,
        slice_value,
        count(alignment_class) as scored_count,
        count(*) filter (where is_missing) as missing_count,
        count(*) filter (where not is_missing and alignment_class is null) as unscored_count,
        count(alignment_class) * sum(
            (alignment_class - alignment_truth) * (alignment_class - alignment_truth)
        ) as observed,
        count(alignment_class) * sum(
            alignment_class * alignment_class + alignment_truth * alignment_truth
        ) - 2 * sum(alignment_class) * sum(alignment_truth) as expected
    from readings
    group by all
)

select
    run_id,
    system_id,
    slice_name,
    slice_value,
    scored_count,
    missing_count,
    0 as error_count,
    unscored_count,
    (expected - observed) / nullif(expected, 0) as qwk
from counted_readings;

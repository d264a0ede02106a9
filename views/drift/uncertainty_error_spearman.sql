-- Spearman's rank correlation of a critic's uncertainty and its error.
--
-- The uncertainty against the distance of alignment and true class, each by its rank, equal ones
-- sharing their average rank: 1 says that a less sure reading is never the better one, whatever
-- the scale of the uncertainty. Pairs count; missing_count holds readings without
-- an alignment, unscored_count those without a true class or an uncertainty. A week that left no
-- reading, such as one lost to an error, is not here: hit_rate counts those. Null below two pairs,
-- and where one side is the same throughout. The interval needs four pairs; its standard error is
-- that of Bonett and Wright, since the plain one of Fisher is too small for ranks.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: correlation
-- range: -1 to 1
-- better: higher
-- source: Spearman 1904, as spearmanr of scipy; interval of Bonett and Wright 2000, standard error
--     sqrt((1 + r^2 / 2) / (n - 3)) on Fisher's scale
-- draws: uncertainty_against_error
-- section: drift/reading, 8
-- label: uncertainty and error (Spearman)
-- empty: no_persona_week, no_response, no_reading, no_true_class, no_uncertainty, no_variation
-- counts: facts.counted_readings
-- reason: unpaired_reason

create or replace view metrics.uncertainty_error_spearman as

-- Twice the average rank is a whole number, so the sums below are exact. What is no pair has
-- neither uncertainty nor distance and is ranked apart.
with ranked_pairs as (
    select
        run_id, system_id, slice_name, slice_value, is_missing,
        case
            when uncertainty is not null
                then 2 * rank() over by_uncertainty + count(*) over same_uncertainty - 1
        end as uncertainty_rank,
        case
            when distance is not null
                then 2 * rank() over by_distance + count(*) over same_distance - 1
        end as distance_rank
    from facts.uncertainty_pairs
    window
        by_uncertainty as (
            partition by run_id, system_id, slice_name, slice_value, uncertainty is null
            order by uncertainty
        ),
        same_uncertainty as (partition by run_id, system_id, slice_name, slice_value, uncertainty),
        by_distance as (
            partition by run_id, system_id, slice_name, slice_value, distance is null
            order by distance
        ),
        same_distance as (partition by run_id, system_id, slice_name, slice_value, distance)
),

correlations as (
    select
        run_id, system_id, slice_name, slice_value,
        count(distance_rank) as scored_count,
        count(*) filter (where is_missing) as missing_count,
        count(*) filter (where not is_missing and distance_rank is null) as unscored_count,
        macros.correlation(
            count(distance_rank) * sum(uncertainty_rank * distance_rank)
            - sum(uncertainty_rank) * sum(distance_rank),
            count(distance_rank) * sum(uncertainty_rank * uncertainty_rank)
            - sum(uncertainty_rank) * sum(uncertainty_rank),
            count(distance_rank) * sum(distance_rank * distance_rank)
            - sum(distance_rank) * sum(distance_rank)
        ) as correlation
    from ranked_pairs
    group by all
),

measured_slices as (
    select
        correlations.*,
        sqrt(
            (1 + correlation * correlation / 2) / nullif(greatest(scored_count - 3, 0), 0)
        ) as standard_error
    from correlations
)

select
    run_id, system_id, slice_name, slice_value,
    scored_count, missing_count, 0 as error_count, unscored_count,
    correlation as uncertainty_error_spearman,
    macros.fisher_low(correlation, standard_error) as ci_low,
    macros.fisher_high(correlation, standard_error) as ci_high
from measured_slices;

-- Pearson correlation of a critic's variance and its error.
--
-- The squared uncertainty against the distance of alignment and true class. 1 says that error
-- grows in step with the variance the critic reports, 0 that the variance tells nothing. Pairs
-- count; missing_count holds readings without an alignment, unscored_count those without a true
-- class or an uncertainty. A week that left no reading, such as one lost to an error, is not here:
-- hit_rate counts those. Null below two pairs, and where one side is the same throughout. The
-- interval needs four pairs and takes them for independent and normal, which they are roughly.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: correlation
-- range: -1 to 1
-- better: higher
-- source: Pearson correlation with the interval of Fisher 1921, standard error 1 / sqrt(n - 3); as
--     pearsonr of scipy
-- draws: uncertainty_against_error
-- section: drift/reading, 7
-- label: variance and error (Pearson)
-- empty: no_persona_week, no_response, no_reading, no_true_class, no_uncertainty, no_variation
-- counts: facts.counted_readings
-- reason: unpaired_reason

create or replace view metrics.uncertainty_error_pearson as

with pairs as (
    select
        run_id, system_id, slice_name, slice_value, is_missing, distance,
        uncertainty * uncertainty as variance
    from facts.uncertainty_pairs
),

centred_pairs as (
    select
        pairs.*,
        variance - avg(variance order by variance) over slices as centred_variance,
        distance - avg(distance order by distance) over slices as centred_distance
    from pairs
    window slices as (partition by run_id, system_id, slice_name, slice_value)
),

correlations as (
    select
        run_id, system_id, slice_name, slice_value,
        count(distance) as scored_count,
        count(*) filter (where is_missing) as missing_count,
        count(*) filter (where not is_missing and distance is null) as unscored_count,
        1 / sqrt(nullif(greatest(count(distance) - 3, 0), 0)) as standard_error,
        -- Rounding of the mean gives what is the same throughout a little spread of its own.
        case
            when min(variance) < max(variance) and min(distance) < max(distance)
                then macros.correlation(
                    macros.steady_sum(centred_variance * centred_distance),
                    macros.steady_sum(centred_variance * centred_variance),
                    macros.steady_sum(centred_distance * centred_distance)
                )
        end as correlation
    from centred_pairs
    group by all
)

select
    run_id, system_id, slice_name, slice_value,
    scored_count, missing_count, 0 as error_count, unscored_count,
    correlation as uncertainty_error_pearson,
    macros.fisher_low(correlation, standard_error) as ci_low,
    macros.fisher_high(correlation, standard_error) as ci_high
from correlations;

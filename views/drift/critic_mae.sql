-- Mean absolute error of a critic's alignments against the true classes.
--
-- The true class of a week is -1, 0 or 1, so an alignment of 0.8 on an aligned week is off by 0.2.
-- missing_count holds readings without an alignment, unscored_count those without a true class. A
-- week that left no reading, such as one lost to an error, is not here: hit_rate counts those. The
-- interval knows that the readings of a persona depend on each other; it is null for a single
-- persona, and where no persona differs.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: alignment
-- range: 0 to 2
-- better: lower
-- source: mean of |alignment - true class|; as mean_absolute_error of scikit-learn; Student's t on
--     the error of a ratio over personas (Cochran 1977)
-- slice: value_dim
-- section: drift/reading, 6
-- label: mean |error| of alignment
-- empty: no_persona_week, no_response, no_reading, no_true_class
-- counts: facts.counted_readings
-- numerator: alignment_error

create or replace view metrics.critic_mae as

select
    run_id, system_id, slice_name, slice_value,
    known_count as scored_count, missing_count, 0 as error_count, unknown_count as unscored_count,
    alignment_error_mean as critic_mae,
    case
        when alignment_error_error > 1e-12
            then greatest(
                0e0,
                alignment_error_mean
                - macros.student_quantile_975(persona_count - 1) * alignment_error_error
            )
    end as ci_low,
    case
        when alignment_error_error > 1e-12
            then least(
                2e0,
                alignment_error_mean
                + macros.student_quantile_975(persona_count - 1) * alignment_error_error
            )
    end as ci_high
from facts.reading_counts;

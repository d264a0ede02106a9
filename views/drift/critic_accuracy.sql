-- Accuracy of a critic: the share of its readings that name the true class of the week.
--
-- missing_count holds readings without an alignment, unscored_count those without a true class. A
-- week that left no reading, such as one lost to an error, is not here: hit_rate counts those. The
-- interval knows that the readings of a persona depend on each other; it is null for a single
-- persona.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: share of readings
-- range: 0 to 1
-- better: higher
-- source: readings of the true class / readings; Student's t on the error of a ratio over personas
--     (Cochran 1977)
-- parameter: class_edge, number 0 to 1, default 0.5: class -1 below its negative, 1 above it
-- slice: value_dim
-- section: drift/reading, 3
-- label: classes right
-- empty: no_persona_week, no_response, no_reading, no_true_class
-- counts: facts.counted_readings
-- numerator: case when is_right then 1 else 0 end

create or replace view metrics.critic_accuracy as

select
    run_id, system_id, slice_name, slice_value,
    known_count as scored_count, missing_count, 0 as error_count, unknown_count as unscored_count,
    right_count / nullif(known_count, 0) as critic_accuracy,
    macros.clustered_low(
        right_count / nullif(known_count, 0), right_share_error, persona_count
    ) as ci_low,
    macros.clustered_high(
        right_count / nullif(known_count, 0), right_share_error, persona_count
    ) as ci_high
from facts.reading_counts;

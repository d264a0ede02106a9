-- Coverage of 95 % intervals: how often the true class lies within 1.96 uncertainties.
--
-- Where errors are normal and the uncertainty is their standard deviation this is 0.95: less, and
-- the critic is surer than it may be; more, and it doubts too much. missing_count holds readings
-- without an alignment, unscored_count those without a true class or an uncertainty. A week that
-- left no reading, such as one lost to an error, is not here: hit_rate counts those. The interval
-- knows that the readings of a persona depend on each other; it is null for a single persona.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: share of readings
-- range: 0 to 1
-- better: none
-- source: readings with |alignment - true class| <= 1.96 uncertainty / readings; Student's t on
--     the error of a ratio over personas (Cochran 1977)
-- parameter: uncertainties, number 0 to 100, default 1.96: how many the interval reaches
-- slice: value_dim
-- empty: no_persona_week, no_response, no_reading, no_true_class, no_uncertainty
-- counts: facts.counted_readings
-- reason: unpaired_reason
-- numerator: case when is_covered then 1 else 0 end

create or replace view metrics.uncertainty_coverage as

select
    run_id, system_id, slice_name, slice_value,
    paired_count as scored_count, missing_count,
    0 as error_count, unpaired_count as unscored_count,
    covered_count / nullif(paired_count, 0) as uncertainty_coverage,
    macros.clustered_low(
        covered_count / nullif(paired_count, 0), covered_share_error, paired_persona_count
    ) as ci_low,
    macros.clustered_high(
        covered_count / nullif(paired_count, 0), covered_share_error, paired_persona_count
    ) as ci_high
from facts.reading_counts;

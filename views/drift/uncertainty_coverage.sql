-- How often the true class lies within 1.96 uncertainties of a critic's alignment.
--
-- Where errors are normal and the uncertainty is their standard deviation this is 0.95: less, and
-- the critic is surer than it may be; more, and it doubts too much. missing_count holds readings
-- without an alignment, unscored_count those without a true class or an uncertainty. A week that
-- left no reading, such as one lost to an error, is not here: hit_rate counts those. The interval
-- takes readings for independent; those of one persona are not quite, which makes it too narrow.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: share of readings
-- range: 0 to 1
-- better: none
-- source: readings with |alignment - true class| <= 1.96 uncertainty / readings; Wilson score
--     interval (Wilson 1927)
-- parameters: 1.96 uncertainties

create or replace view metrics.uncertainty_coverage as

with readings as (
    select
        run_id,
        system_id,
        slice_name,
        slice_value,
        is_missing,
        alignment_error <= 1.96e0 * uncertainty as is_covered
    from facts.sliced_readings
),

counted_readings as (
    select
        run_id,
        system_id,
        slice_name,
        slice_value,
        count(is_covered) as scored_count,
        count(*) filter (where is_missing) as missing_count,
        count(*) filter (where not is_missing and is_covered is null) as unscored_count,
        count(*) filter (where is_covered) as covered_count
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
    covered_count / nullif(scored_count, 0) as uncertainty_coverage,
    macros.wilson_low(covered_count, scored_count) as ci_low,
    macros.wilson_high(covered_count, scored_count) as ci_high
from counted_readings;

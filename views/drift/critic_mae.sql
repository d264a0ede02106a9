-- How far a critic's alignments are from the true classes on average.
--
-- The true class of a week is -1, 0 or 1, so an alignment of 0.8 on an aligned week is off by 0.2.
-- missing_count holds readings without an alignment, unscored_count those without a true class. A
-- week that left no reading, such as one lost to an error, is not here: hit_rate counts those.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: alignment
-- range: 0 to 2
-- better: lower
-- source: mean of |alignment - true class|; as mean_absolute_error of scikit-learn

create or replace view metrics.critic_mae as

with readings as (
    select
        run_id,
        system_id,
        slice_name,
        slice_value,
        is_missing,
        alignment_error
    from facts.sliced_readings
),

counted_readings as (
    select
        run_id,
        system_id,
        slice_name,
        slice_value,
        count(alignment_error) as scored_count,
        count(*) filter (where is_missing) as missing_count,
        count(*) filter (where not is_missing and alignment_error is null) as unscored_count,
        avg(alignment_error) as critic_mae
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
    critic_mae
from counted_readings;

-- How many of the triggers that fired were held back, because the reading was too uncertain.
--
-- Crashes and ruts of single values; those of the weighted profile are not counted. Null where no
-- trigger fired: also a system, or a value, that is silent throughout has its row. The interval
-- takes each trigger for itself, though those of one persona depend on each other: it is narrower
-- than it should be.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: share of triggers that fired
-- range: 0 to 1
-- better: none
-- source: suppressed detections / detections; Wilson score interval (Wilson 1927)

create or replace view metrics.suppression_rate as

with triggers_and_values as not materialized (
    select
        run_id,
        system_id,
        value_dim,
        trigger,
        true as is_fired,
        is_suppressed
    from facts.drift_detections
    where value_dim <> 'profile'
    -- What was looked at without a trigger is to be seen as undefined, not to be absent.
    union all
    select
        run_id,
        system_id,
        value_dim,
        null as trigger,
        false as is_fired,
        null as is_suppressed
    from facts.drift_values
),

sliced_triggers as (
    select
        run_id,
        system_id,
        'all' as slice_name,
        'all' as slice_value,
        is_fired,
        is_suppressed
    from triggers_and_values
    union all
    select
        run_id,
        system_id,
        'value_dim' as slice_name,
        value_dim as slice_value,
        is_fired,
        is_suppressed
    from triggers_and_values
    union all
    select
        run_id,
        system_id,
        'trigger' as slice_name,
        trigger as slice_value,
        is_fired,
        is_suppressed
    from triggers_and_values
    where is_fired
),

counted_triggers as (
    select
        run_id,
        system_id,
        slice_name,
        slice_value,
        count(is_suppressed) as scored_count,
        count(*) filter (where is_fired and is_suppressed is null) as unscored_count,
        count(*) filter (where is_suppressed) as suppressed_count
    from sliced_triggers
    group by all
)

select
    run_id,
    system_id,
    slice_name,
    slice_value,
    scored_count,
    0 as missing_count,
    0 as error_count,
    unscored_count,
    suppressed_count / nullif(scored_count, 0) as suppression_rate,
    macros.wilson_low(suppressed_count, scored_count) as ci_low,
    macros.wilson_high(suppressed_count, scored_count) as ci_high
from counted_triggers;

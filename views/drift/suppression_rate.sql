-- Suppression rate: the share of triggers held back because the reading was too uncertain.
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
-- slice: value_dim
-- section: drift/detecting, 9
-- label: triggers held back
-- empty: no_persona_week, no_response, no_reading, no_trigger, no_detection
-- counts: facts.counted_triggers
-- numerator: case when is_suppressed then 1 else 0 end

create or replace view metrics.suppression_rate as

with triggers as (
    select run_id, system_id, slice_name, slice_value, true as is_fired, is_suppressed
    from facts.sliced_triggers
    union all
    select run_id, system_id, slice_name, slice_value, false as is_fired, null as is_suppressed
    from facts.drift_value_slices
),

counted_triggers as (
    select
        run_id, system_id, slice_name, slice_value,
        count(is_suppressed) as scored_count,
        count(*) filter (where is_fired and is_suppressed is null) as unscored_count,
        count(*) filter (where is_suppressed) as suppressed_count
    from triggers
    group by all
)

select
    run_id, system_id, slice_name, slice_value,
    scored_count, 0 as missing_count, 0 as error_count, unscored_count,
    suppressed_count / nullif(scored_count, 0) as suppression_rate,
    macros.wilson_low(suppressed_count, scored_count) as ci_low,
    macros.wilson_high(suppressed_count, scored_count) as ci_high
from counted_triggers;

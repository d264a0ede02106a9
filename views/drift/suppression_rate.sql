-- Suppression rate: the share of triggers held back because the reading was too uncertain.
--
-- Crashes and ruts of single values; those of the weighted profile are not counted. Null where no
-- trigger fired: also a system, or a value, that is silent throughout has its row. The interval
-- knows that the triggers of a persona depend on each other; it is null for a single persona.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: share of triggers that fired
-- range: 0 to 1
-- better: none
-- source: suppressed detections / detections; Student's t on the error of a ratio over personas
--     (Cochran 1977)
-- slice: value_dim
-- section: drift/detecting, 9
-- label: triggers held back
-- empty: no_persona_week, no_response, no_reading, no_trigger, no_detection
-- counts: facts.counted_triggers
-- numerator: case when is_suppressed then 1 else 0 end

create or replace view metrics.suppression_rate as

with triggers as (
    select
        run_id, system_id, slice_name, slice_value, persona_id, true as is_fired, is_suppressed
    from facts.sliced_triggers
    union all
    select
        run_id, system_id, slice_name, slice_value, null as persona_id,
        false as is_fired, null as is_suppressed
    from facts.drift_value_slices
),

personas as (
    select
        run_id, system_id, slice_name, slice_value, persona_id,
        count(is_suppressed) as scored_count,
        count(*) filter (where is_fired and is_suppressed is null) as unscored_count,
        count(*) filter (where is_suppressed) as suppressed_count
    from triggers
    group by all
),

rates as (
    select
        run_id, system_id, slice_name, slice_value,
        sum(scored_count)::bigint as scored_count,
        sum(unscored_count)::bigint as unscored_count,
        sum(suppressed_count) / nullif(sum(scored_count), 0) as suppression_rate,
        count(*) filter (where scored_count > 0) as persona_count,
        macros.clustered_share_error(
            sum(suppressed_count), sum(scored_count), sum(suppressed_count * suppressed_count),
            sum(suppressed_count * scored_count), sum(scored_count * scored_count),
            count(*) filter (where scored_count > 0)
        ) as standard_error
    from personas
    group by all
)

select
    run_id, system_id, slice_name, slice_value,
    scored_count, 0 as missing_count, 0 as error_count, unscored_count,
    suppression_rate,
    macros.clustered_low(suppression_rate, standard_error, persona_count) as ci_low,
    macros.clustered_high(suppression_rate, standard_error, persona_count) as ci_high
from rates;

-- Episode precision: the share of alarms that a crisis episode began at most two weeks before.
--
-- An alarm is the first of consecutive flagged weeks of a value, an episode consecutive weeks in
-- which it was in crisis; each episode is met by at most one alarm. An alarm inside an episode
-- that is older than that, or that was met already, met nothing. unscored_count holds alarms in
-- weeks whose truth is not known. Null where no alarm was raised: also a system, or a value, that
-- is silent throughout has its row. The interval knows that the alarms of a persona depend on
-- each other; it is null for a single persona.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: share of alarms
-- range: 0 to 1
-- better: higher
-- source: matched alarms / alarms, one to one; Student's t on the error of a ratio over personas
--     (Cochran 1977)
-- section: drift/detecting, 7
-- label: alarms that belong to a crisis
-- empty: no_persona_week, no_response, no_reading, no_trigger, no_flag_known, no_flag
-- counts: facts.counted_episodes where kind = 'alarm'
-- numerator: case when matched_week is not null then 1 else 0 end

create or replace view metrics.episode_precision as

with alarms as (
    select run_id, system_id, slice_name, slice_value, persona_id, is_known, matched_week
    from facts.sliced_episodes_and_alarms
    where kind = 'alarm'
    union all
    select
        run_id, system_id, slice_name, slice_value, null as persona_id,
        null as is_known, null as matched_week
    from facts.drift_value_slices
),

personas as (
    select
        run_id, system_id, slice_name, slice_value, persona_id,
        count(*) filter (where is_known) as scored_count,
        count(*) filter (where not is_known) as unscored_count,
        count(*) filter (where is_known and matched_week is not null) as met_count
    from alarms
    group by all
),

shares as (
    select
        run_id, system_id, slice_name, slice_value,
        sum(scored_count)::bigint as scored_count,
        sum(unscored_count)::bigint as unscored_count,
        sum(met_count) / nullif(sum(scored_count), 0) as episode_precision,
        count(*) filter (where scored_count > 0) as persona_count,
        macros.clustered_share_error(
            sum(met_count), sum(scored_count), sum(met_count * met_count),
            sum(met_count * scored_count), sum(scored_count * scored_count),
            count(*) filter (where scored_count > 0)
        ) as standard_error
    from personas
    group by all
)

select
    run_id, system_id, slice_name, slice_value,
    scored_count, 0 as missing_count, 0 as error_count, unscored_count,
    episode_precision,
    macros.clustered_low(episode_precision, standard_error, persona_count) as ci_low,
    macros.clustered_high(episode_precision, standard_error, persona_count) as ci_high
from shares;

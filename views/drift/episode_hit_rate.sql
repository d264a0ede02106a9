-- Episode recall: the share of crisis episodes with an alarm within two weeks of their start.
--
-- An episode is consecutive weeks in which a value was in crisis, an alarm the first of
-- consecutive flagged weeks of that value; each alarm meets at most one episode. Episodes count
-- of which at least one flag in these three weeks is known. Of the others, by what became of
-- their first week, missing_count holds those that never came or could not be parsed, error_count
-- those lost to an error, unscored_count the rest. The interval knows that the episodes of a
-- persona depend on each other; it is null for a single persona.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: share of crisis episodes
-- range: 0 to 1
-- better: higher
-- source: matched episodes / episodes, one to one; Student's t on the error of a ratio over
--     personas (Cochran 1977)
-- section: drift/detecting, 6
-- label: crises found, as episodes
-- empty: no_persona_week, no_response, no_reading, no_trigger, no_flag_known, no_crisis,
--     no_crisis_of_value
-- counts: facts.counted_episodes where kind = 'episode'
-- numerator: case when matched_week is not null then 1 else 0 end

create or replace view metrics.episode_hit_rate as

select
    run_id, system_id, slice_name, slice_value,
    known_count as scored_count, missing_count, error_count, unscored_count,
    met_count / nullif(known_count, 0) as episode_hit_rate,
    macros.clustered_low(
        met_count / nullif(known_count, 0), standard_error, persona_count
    ) as ci_low,
    macros.clustered_high(
        met_count / nullif(known_count, 0), standard_error, persona_count
    ) as ci_high
from facts.episode_counts;

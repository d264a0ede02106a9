-- Mean detection lag: how many weeks a crisis episode lasts before its alarm.
--
-- An episode is consecutive weeks in which a value was in crisis; its alarm, the first of
-- consecutive flagged weeks, is raised in its first week (0) or at most two weeks later. The mean
-- over the episodes that were met; how many were is episode_hit_rate, and the two belong together.
-- Null where none was. Of episodes around which no flag is known, by what became of their first
-- week, missing_count holds those that never came or could not be parsed, error_count those lost
-- to an error, unscored_count the rest.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: weeks
-- range: 0 to 2
-- better: lower
-- source: mean of first alarmed week - first week of the episode, over matched episodes
-- section: drift/detecting, 8
-- label: weeks until a crisis is found
-- empty: no_persona_week, no_response, no_reading, no_trigger, no_flag_known, no_crisis,
--     no_crisis_of_value, no_alarm_met
-- counts: facts.counted_episodes where kind = 'episode'
-- reason: unmet_reason
-- numerator: lag_weeks

create or replace view metrics.detection_lag_weeks as

select
    run_id, system_id, slice_name, slice_value,
    met_count as scored_count, missing_count, error_count, unscored_count,
    lag_weeks_mean as detection_lag_weeks
from facts.episode_counts;

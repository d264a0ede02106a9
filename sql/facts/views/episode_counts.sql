-- How many crisis episodes an alarm met, and how late, in each slice.
--
-- known_count is how many have a known flag in their first week or the two after it. Of the
-- others, by what became of their first week, missing_count holds those that never came or could
-- not be parsed, error_count those lost to an error, unscored_count the rest.
--
-- grain: run_id, system_id, slice_name, slice_value
-- for: metrics

create or replace view facts.episode_counts as

select
    run_id, system_id, slice_name, slice_value,
    count(*) filter (where is_known) as known_count,
    count(*) filter (
        where not is_known and status in ('missing', 'unparsable')
    ) as missing_count,
    count(*) filter (where not is_known and status = 'error') as error_count,
    count(*) filter (
        where not is_known and status not in ('missing', 'unparsable', 'error')
    ) as unscored_count,
    count(*) filter (where is_known and matched_week is not null) as met_count,
    avg(lag_weeks) as lag_weeks_mean
from facts.sliced_episodes_and_alarms
where kind = 'episode'
group by all;

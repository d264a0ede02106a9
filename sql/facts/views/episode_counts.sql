-- How many crisis episodes an alarm met, and how late, in each slice.
--
-- known_count is how many have a known flag in their first week or the two after it. Of the
-- others, by what became of their first week, missing_count holds those that never came or could
-- not be parsed, error_count those lost to an error, unscored_count the rest.
--
-- standard_error is that of the share of met episodes, where those of a persona depend on each
-- other; persona_count is how many personas have an episode that counts.
--
-- grain: run_id, system_id, slice_name, slice_value
-- for: metrics

create or replace view facts.episode_counts as

with personas as (
    select
        run_id, system_id, slice_name, slice_value, persona_id,
        count(*) filter (where is_known) as known_count,
        count(*) filter (
            where not is_known and status in ('missing', 'unparsable')
        ) as missing_count,
        count(*) filter (where not is_known and status = 'error') as error_count,
        count(*) filter (
            where not is_known and status not in ('missing', 'unparsable', 'error')
        ) as unscored_count,
        count(*) filter (where is_known and matched_week is not null) as met_count,
        count(lag_weeks) as lag_count,
        sum(lag_weeks) as lag_weeks_sum
    from facts.sliced_episodes_and_alarms
    where kind = 'episode'
    group by all
)

select
    run_id, system_id, slice_name, slice_value,
    sum(known_count)::bigint as known_count,
    sum(missing_count)::bigint as missing_count,
    sum(error_count)::bigint as error_count,
    sum(unscored_count)::bigint as unscored_count,
    sum(met_count)::bigint as met_count,
    sum(lag_weeks_sum) / nullif(sum(lag_count), 0) as lag_weeks_mean,
    count(*) filter (where known_count > 0) as persona_count,
    macros.clustered_share_error(
        sum(met_count), sum(known_count), sum(met_count * met_count),
        sum(met_count * known_count), sum(known_count * known_count),
        count(*) filter (where known_count > 0)
    ) as standard_error
from personas
group by all;

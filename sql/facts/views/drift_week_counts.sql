-- How many weeks in crisis, and how many quiet ones, were flagged, in each slice.
--
-- scored_count is how many have a flag that is known. Of the others, missing_count holds those
-- whose response never came or could not be parsed, error_count those lost to an error,
-- unscored_count the rest: without a reading, of a persona's first week, which no crash can mark,
-- or read without any trigger applied. is_crisis is null for weeks whose truth is not known.
--
-- standard_error is that of the share of flagged weeks, where the weeks of a persona depend on
-- each other; persona_count is how many personas have a week that counts.
--
-- unseen_share is the share of the weeks whose flag is known that rest on unseen acts, of those
-- that say so; null where none does.
--
-- grain: run_id, system_id, slice_name, slice_value, variant, is_crisis
-- for: metrics

create or replace view facts.drift_week_counts as

with personas as (
    select
        run_id, system_id, slice_name, slice_value, variant, is_crisis, persona_id,
        count(is_flagged) as scored_count,
        count(*) filter (
            where is_flagged is null and status in ('missing', 'unparsable')
        ) as missing_count,
        count(*) filter (where is_flagged is null and status = 'error') as error_count,
        count(*) filter (
            where is_flagged is null and status not in ('missing', 'unparsable', 'error')
        ) as unscored_count,
        count(*) filter (where is_flagged) as flagged_count,
        count(has_unseen_acts) filter (where is_flagged is not null) as told_count,
        count(*) filter (where has_unseen_acts and is_flagged is not null) as unseen_count
    from facts.sliced_drift_weeks
    group by all
)

select
    run_id, system_id, slice_name, slice_value, variant, is_crisis,
    sum(scored_count)::bigint as scored_count,
    sum(missing_count)::bigint as missing_count,
    sum(error_count)::bigint as error_count,
    sum(unscored_count)::bigint as unscored_count,
    sum(flagged_count)::bigint as flagged_count,
    sum(unseen_count) / nullif(sum(told_count), 0) as unseen_share,
    count(*) filter (where scored_count > 0) as persona_count,
    macros.clustered_share_error(
        sum(flagged_count), sum(scored_count),
        sum(flagged_count * flagged_count), sum(flagged_count * scored_count),
        sum(scored_count * scored_count), count(*) filter (where scored_count > 0)
    ) as standard_error
from personas
group by all;

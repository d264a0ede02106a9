-- How many weeks in crisis, and how many quiet ones, were flagged, in each slice.
--
-- scored_count is how many have a flag that is known. Of the others, missing_count holds those
-- whose response never came or could not be parsed, error_count those lost to an error,
-- unscored_count the rest: without a reading, of a persona's first week, which no crash can mark,
-- or read without any trigger applied. is_crisis is null for weeks whose truth is not known.
--
-- grain: run_id, system_id, slice_name, slice_value, variant, is_crisis
-- for: metrics

create or replace view facts.drift_week_counts as

select
    run_id, system_id, slice_name, slice_value, variant, is_crisis,
    count(is_flagged) as scored_count,
    count(*) filter (
        where is_flagged is null and status in ('missing', 'unparsable')
    ) as missing_count,
    count(*) filter (where is_flagged is null and status = 'error') as error_count,
    count(*) filter (
        where is_flagged is null and status not in ('missing', 'unparsable', 'error')
    ) as unscored_count,
    count(*) filter (where is_flagged) as flagged_count
from facts.sliced_drift_weeks
group by all;

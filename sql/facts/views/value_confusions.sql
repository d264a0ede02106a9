-- How flags and crises of each value coincide over the weeks of a system: the confusion table.
--
-- Counted where both the flag and the truth are known. Of the others, missing_count is what never
-- came or could not be parsed, error_count what was lost to an error and unscored_count the rest:
-- no reading, a persona's first week, no truth; the counts of crises and of flags are of those
-- weeks in which the value was in crisis, or flagged.
--
-- grain: run_id, system_id, value_dim
-- for: metrics

create or replace view facts.value_confusions as

select
    run_id,
    system_id,
    value_dim,
    count(*) filter (where is_crisis and is_flagged) as true_positive_count,
    count(*) filter (where not is_crisis and is_flagged) as false_positive_count,
    count(*) filter (where is_crisis and not is_flagged) as false_negative_count,
    count(*) filter (where not is_crisis and not is_flagged) as true_negative_count,
    count(*) filter (where standing = 'missing') as missing_count,
    count(*) filter (where standing = 'error') as error_count,
    count(*) filter (where standing = 'unscored') as unscored_count,
    count(*) filter (where standing = 'missing' and is_crisis) as missing_crisis_count,
    count(*) filter (where standing = 'error' and is_crisis) as error_crisis_count,
    count(*) filter (where standing = 'unscored' and is_crisis) as unscored_crisis_count,
    count(*) filter (where standing = 'unscored' and is_flagged) as unscored_flag_count
from facts.value_week_standings
group by all;

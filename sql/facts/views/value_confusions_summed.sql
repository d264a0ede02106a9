-- The confusion counts of each value, and over all values their sum: the slices of drift scores.
--
-- The sum has the variant `average=micro`; means over values are of what is made of the counts,
-- and so stand in facts.drift_scores.
--
-- grain: run_id, system_id, slice_name, slice_value
-- for: metrics

create or replace view facts.value_confusions_summed as

select
    run_id, system_id, 'value_dim' as slice_name, value_dim as slice_value, '' as variant,
    true_positive_count, false_positive_count, false_negative_count, true_negative_count,
    missing_count, error_count, unscored_count,
    missing_crisis_count, error_crisis_count, unscored_crisis_count, unscored_flag_count
from facts.value_confusions
union all
select
    run_id, system_id, 'all' as slice_name, 'all' as slice_value, 'average=micro' as variant,
    sum(true_positive_count)::bigint as true_positive_count,
    sum(false_positive_count)::bigint as false_positive_count,
    sum(false_negative_count)::bigint as false_negative_count,
    sum(true_negative_count)::bigint as true_negative_count,
    sum(missing_count)::bigint as missing_count,
    sum(error_count)::bigint as error_count,
    sum(unscored_count)::bigint as unscored_count,
    sum(missing_crisis_count)::bigint as missing_crisis_count,
    sum(error_crisis_count)::bigint as error_crisis_count,
    sum(unscored_crisis_count)::bigint as unscored_crisis_count,
    sum(unscored_flag_count)::bigint as unscored_flag_count
from facts.value_confusions
group by run_id, system_id;

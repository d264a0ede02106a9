-- Each value of a persona in each week, as precision, recall and F1 of drift count it.
--
-- Once with its value_dim as the slice, once among all values (`average=micro`). In the mean over
-- values (`average=macro`) what counts is a value as a whole: one row for each, without a case.
-- is_of_precision, is_of_recall and is_of_f1 say which rows a score is about at all; of those the
-- columns that end in `reason` are null where the row counts. `standing` is as in
-- facts.value_confusions.
--
-- grain: run_id, system_id, slice_name, slice_value, variant, case_id, item
-- for: metrics

create or replace view facts.counted_drift_values as

with value_weeks as (
    select
        standings.*,
        drift_weeks.case_id,
        case
            when standings.standing = 'known' then null
            when standings.is_flagged is not null then 'truth not known'
            else macros.unflagged_reason(
                standings.status, drift_weeks.has_triggers, drift_weeks.is_first_week
            )
        end as reason
    from facts.value_week_standings as standings
    left join facts.drift_weeks using (run_id, system_id, persona_id, week)
),

sliced_weeks as (
    select
        'value_dim' as slice_name,
        value_dim as slice_value,
        '' as variant,
        value_weeks.*
    from value_weeks
    union all
    select
        'all' as slice_name,
        'all' as slice_value,
        'average=micro' as variant,
        value_weeks.*
    from value_weeks
)

select
    run_id, system_id, slice_name, slice_value, variant, case_id, value_dim as item,
    standing = 'missing' as is_missing,
    coalesce(is_flagged, false) or (
        coalesce(is_crisis, false) and standing in ('missing', 'error')
    ) as is_of_precision,
    coalesce(is_crisis, false) as is_of_recall,
    coalesce(is_flagged, false) or coalesce(is_crisis, false) as is_of_f1,
    (is_crisis and is_flagged)::integer as precision,
    (is_crisis and is_flagged)::integer as recall,
    case when is_crisis and is_flagged then 2e0 else 0e0 end as f1_numerator,
    case when is_crisis and is_flagged then 2e0 else 1e0 end as f1_denominator,
    reason,
    reason as precision_reason,
    reason as recall_reason,
    reason as f1_reason
from sliced_weeks
union all
select
    run_id, system_id, 'all' as slice_name, 'all' as slice_value, 'average=macro' as variant,
    null as case_id, slice_value as item,
    false as is_missing,
    true as is_of_precision,
    true as is_of_recall,
    true as is_of_f1,
    precision,
    recall,
    f1 as f1_numerator,
    1e0 as f1_denominator,
    'a value as a whole' as reason,
    case when precision is null then 'undefined for the value' end as precision_reason,
    case when recall is null then 'undefined for the value' end as recall_reason,
    case when f1 is null then 'undefined for the value' end as f1_reason
from facts.drift_scores
where slice_name = 'value_dim';

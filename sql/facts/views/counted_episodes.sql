-- Each crisis episode and each alarm once per slice, as the metrics of episodes count it.
--
-- case_id is the case of its first week, item the value dimension. reason is null for episodes
-- around which a flag is known and alarms of which the truth is; unmet_reason is null for those of
-- these that met their counterpart.
--
-- grain: run_id, system_id, case_id, item, kind, slice_name, slice_value
-- for: metrics

create or replace view facts.counted_episodes as

with beginnings as (
    select
        sliced.*,
        drift_weeks.case_id,
        case
            when sliced.is_known then null
            when sliced.kind = 'alarm' then 'truth not known'
            else macros.unflagged_reason(
                sliced.status, drift_weeks.has_triggers, drift_weeks.is_first_week
            )
        end as reason
    from facts.sliced_episodes_and_alarms as sliced
    left join facts.drift_weeks
        on
            sliced.run_id = drift_weeks.run_id
            and sliced.system_id = drift_weeks.system_id
            and sliced.persona_id = drift_weeks.persona_id
            and sliced.first_week = drift_weeks.week
)

select
    run_id, system_id, case_id, value_dim as item, kind, slice_name, slice_value,
    coalesce(reason in ('missing', 'unparsable response'), false) as is_missing,
    matched_week,
    lag_weeks,
    reason,
    case when reason is null and matched_week is null then 'not met' else reason end
        as unmet_reason
from beginnings;

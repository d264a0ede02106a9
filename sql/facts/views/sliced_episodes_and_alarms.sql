-- Each crisis episode and each alarm of facts.episodes_and_alarms once per slice.
--
-- Slices: all=all, value_dim, and severity of an episode, which is that of its first week. An
-- alarm has none: it may stand in a quiet week.
--
-- grain: run_id, system_id, persona_id, value_dim, kind, first_week, slice_name, slice_value
-- for: metrics

create or replace view facts.sliced_episodes_and_alarms as

select
    'all' as slice_name,
    'all' as slice_value,
    episodes_and_alarms.* -- noqa: AM04
from facts.episodes_and_alarms
union all
select
    'value_dim' as slice_name,
    value_dim as slice_value,
    episodes_and_alarms.*
from facts.episodes_and_alarms
union all
select
    'severity' as slice_name,
    severity as slice_value,
    episodes_and_alarms.*
from facts.episodes_and_alarms
where
    kind = 'episode'
    and severity is not null;

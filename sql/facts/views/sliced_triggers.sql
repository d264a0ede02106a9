-- Each trigger that fired for a single value once per slice: all=all, value_dim, trigger.
--
-- Those of the weighted profile are not here.
--
-- grain: run_id, system_id, persona_id, week, value_dim, trigger, slice_name, slice_value
-- for: metrics

create or replace view facts.sliced_triggers as

with triggers as not materialized (
    from facts.drift_detections
    where value_dim <> 'profile'
)

select
    'all' as slice_name,
    'all' as slice_value,
    triggers.* -- noqa: AM04
from triggers
union all
select
    'value_dim' as slice_name,
    value_dim as slice_value,
    triggers.*
from triggers
union all
select
    'trigger' as slice_name,
    trigger as slice_value,
    triggers.*
from triggers;

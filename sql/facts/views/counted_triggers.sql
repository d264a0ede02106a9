-- Each trigger that fired for a single value once per slice, as suppression_rate counts it.
--
-- case_id is that of the persona's week, item the value dimension and the trigger.
--
-- grain: run_id, system_id, case_id, item, slice_name, slice_value
-- for: metrics

create or replace view facts.counted_triggers as

select
    sliced_triggers.run_id, sliced_triggers.system_id, persona_weeks.case_id,
    sliced_triggers.value_dim || '/' || sliced_triggers.trigger as item,
    sliced_triggers.slice_name, sliced_triggers.slice_value,
    sliced_triggers.is_suppressed,
    case when sliced_triggers.is_suppressed is null then 'not known whether held back' end
        as reason
from facts.sliced_triggers
left join facts.persona_weeks using (run_id, persona_id, week);

-- Each value dimension once per slice and class, as the mean of their recalls counts it.
--
-- reason is null where the class truly occurs in the value. A row is a value as a whole, without a
-- case.
--
-- grain: run_id, system_id, slice_name, slice_value, variant, item
-- for: metrics

create or replace view facts.counted_value_recalls as

select
    run_id, system_id, slice_name, slice_value, 'class=' || class as variant, value_dim as item,
    recall,
    case when recall is null then 'undefined for the value' end as reason
from facts.value_recalls;

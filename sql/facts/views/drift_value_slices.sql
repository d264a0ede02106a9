-- The slices in which a system was looked at for drift: all=all, and each value_dim.
--
-- What was looked at without anything being raised is to be seen as undefined, not to be absent.
--
-- grain: run_id, system_id, slice_name, slice_value
-- for: metrics

create or replace view facts.drift_value_slices as

select distinct
    run_id, system_id, 'all' as slice_name, 'all' as slice_value
from facts.drift_values
union all
select distinct
    run_id, system_id, 'value_dim' as slice_name, value_dim as slice_value
from facts.drift_values;

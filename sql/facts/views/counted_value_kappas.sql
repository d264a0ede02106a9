-- Each value dimension once per slice, as the mean of their kappas counts it.
--
-- reason is null where the value's kappa is defined. A row is a value as a whole, without a case.
--
-- grain: run_id, system_id, slice_name, slice_value, item
-- for: metrics

create or replace view facts.counted_value_kappas as

select
    run_id, system_id, slice_name, slice_value, value_dim as item,
    qwk,
    case when qwk is null then 'undefined for the value' end as reason
from facts.value_kappas;

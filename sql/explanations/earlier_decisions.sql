-- The decisions of gates on a metric that saw no more of the log than an earlier size.
--
-- Parameters: metric, tree_size, the earlier size in events.

select
    gate_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    variant,
    decision,
    value,
    tree_size,
    is_foreign
from facts.gates
where metric = $metric and tree_size <= $tree_size
order by gate_id, system_id, validator_id, slice_name, slice_value, variant

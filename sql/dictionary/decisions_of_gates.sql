-- What gates decided, newest first.

select
    evaluated_at,
    run_id,
    gate_id,
    system_id,
    metric,
    slice_name,
    slice_value,
    value,
    threshold,
    decision,
    reason
from facts.gates
where not is_foreign
order by evaluated_at desc, gate_id, system_id, slice_name, slice_value;

-- Remarks of a run's suite on its cases, such as a shortfall and its reason, in its order.

select
    unnest(list_slice(
        from_json(json_extract(payload, '$.config.remarks'), '["VARCHAR"]'), 1, $remark_limit
    )) as remark
from log.current_events
where
    run_id = $run_id
    and kind = 'run_started'

-- What a run was begun with, as JSON.

select json_extract(payload, '$.config')::varchar as configuration
from log.current_events
where
    run_id = $run_id
    and kind = 'run_started'

-- The payload of an analysis of failures that this store made, as it was recorded last.
--
-- Parameters: run_id, analysis_id.
--
-- grain: one row, none where it was never made

select payload::varchar as payload
from log.current_events
where
    kind = 'analysis_recorded'
    and run_id = $run_id
    and json_extract_string(payload, '$.analysis_id') = $analysis_id
    and starts_with(source, 'evalstore:')

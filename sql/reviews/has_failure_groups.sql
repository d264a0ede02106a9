-- Whether a model was ever asked about the failures of a run: cheaper than to read what it said.
--
-- Parameters: run_id.
--
-- grain: one row

select count(*) > 0 as has_failure_groups
from log.events
where
    run_id = $run_id
    and kind = 'analysis_recorded'
    and json_extract_string(payload, '$.method') = 'failure_groups'

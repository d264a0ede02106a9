-- The events that retractions name: their run, and the event that they retract themselves, if any.
--
-- Parameters: files, event_ids.

select
    run_id,
    case
        when kind = 'retracted' then json_extract_string(payload::json, '$.event_id')
    end as retracted_id
from read_parquet($files)
where list_contains($event_ids, event_id::varchar)
order by run_id, retracted_id

-- How many responses of a run hold a critic's readings and no reply.
--
-- Parameters: run_id.

select count(*) as response_count
from facts.responses
where
    run_id = $run_id
    and has_readings_only

-- The responses of the packed runs without what was said, which no metric reads.

select * replace (null::varchar as text, null::varchar as error)
from facts.responses
semi join packed_runs using (run_id);

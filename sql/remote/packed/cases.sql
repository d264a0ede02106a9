-- The cases of the packed runs without their prompts, which no metric reads.

select * replace (null::varchar as prompt)
from facts.cases
semi join packed_runs using (run_id);

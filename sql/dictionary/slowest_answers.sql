-- The slowest answers of a run, with their tokens and cost.

select
    system_id,
    case_id,
    latency_ms,
    tokens_in,
    tokens_out,
    cost_usd,
    text
from facts.answers
where run_id = 'capitals-nightly-2' and latency_ms is not null
order by latency_ms desc, system_id, case_id
limit 10;

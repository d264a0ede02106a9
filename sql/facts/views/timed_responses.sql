-- The final attempt of each response, with the time it took.
--
-- latency_ms is null where the attempt failed, since a quick refusal or a long timeout says
-- nothing of how long an answer takes, and where no latency is stated. is_unstated: it neither
-- failed nor is missing, and states none.
--
-- grain: run_id, system_id, case_id

create or replace view facts.timed_responses as

select
    run_id, system_id, case_id,
    status,
    status = 'error' as is_failed,
    status not in ('error', 'missing') and latency_ms is null as is_unstated,
    case when status <> 'error' then latency_ms end as latency_ms
from facts.responses
where is_final_attempt;

-- Every attempt that was recorded, with the time it took.
--
-- latency_ms is null where the attempt failed, since a quick refusal or a long timeout says
-- nothing of how long an answer takes, and where no latency is stated. is_unstated: it neither
-- failed nor is missing, and states none. represents_case is true on one row per case, the best
-- that came of it: a latency, a missing answer, an unstated one, a failure.
--
-- grain: run_id, system_id, case_id, attempt
-- for: metrics

create or replace view facts.timed_responses as

with ranked_responses as (
    select
        run_id, system_id, case_id, attempt,
        status,
        status = 'error' as is_failed,
        status not in ('error', 'missing') and latency_ms is null as is_unstated,
        case when status <> 'error' then latency_ms end as latency_ms,
        case
            when status <> 'error' and latency_ms is not null then 1
            when status = 'missing' then 2
            when status <> 'error' then 3
            else 4
        end as attempt_rank
    from facts.responses
)

select
    run_id, system_id, case_id, attempt,
    status,
    is_failed,
    is_unstated,
    latency_ms,
    row_number() over (
        partition by run_id, system_id, case_id
        order by attempt_rank, attempt
    ) = 1 as represents_case
from ranked_responses;

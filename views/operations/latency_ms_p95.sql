-- How long a system takes when it is slow: the latency that 95 of 100 responses stay within.
--
-- Final attempts with a stated latency count; failed ones are left out, since a quick refusal or
-- a long timeout says nothing of how long an answer takes. A response recorded as missing counts
-- with the time that was waited for it. unscored_count holds answers that state no latency.
-- A case for which nothing was recorded is not here. Null where no latency is stated.
--
-- grain: run_id, system_id
-- unit: milliseconds
-- range: 0 and up
-- better: lower
-- source: linear interpolation between order statistics (Hyndman and Fan 1996, definition 7)

create or replace view metrics.latency_ms_p95 as

with final_attempts as (
    select
        run_id,
        system_id,
        status,
        latency_ms,
        status = 'error' as is_failed
    from facts.responses
    where is_final_attempt
),

counted_attempts as (
    select
        run_id,
        system_id,
        count(latency_ms) filter (where not is_failed) as scored_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (
            where not is_failed and status <> 'missing' and latency_ms is null
        ) as unscored_count,
        macros.percentile(case when not is_failed then latency_ms end, 0.95) as latency_ms_p95
    from final_attempts
    group by all
)

select
    run_id,
    system_id,
    scored_count,
    missing_count,
    error_count,
    unscored_count,
    latency_ms_p95
from counted_attempts;

-- The median and the 95th percentile of the time an answer takes, by system.

select
    run_id,
    system_id,
    macros.percentile(latency_ms, 0.5) as latency_ms_p50,
    macros.percentile(latency_ms, 0.95) as latency_ms_p95
from facts.responses
where status = 'ok'
group by run_id, system_id
order by run_id, system_id;

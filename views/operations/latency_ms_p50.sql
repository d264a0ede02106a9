-- How long a system usually takes to respond: the median latency.
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

create or replace view metrics.latency_ms_p50 as

select
    run_id, system_id,
    count(latency_ms) as scored_count,
    count(*) filter (where status = 'missing') as missing_count,
    count(*) filter (where is_failed) as error_count,
    count(*) filter (where is_unstated) as unscored_count,
    macros.percentile(latency_ms, 0.5) as latency_ms_p50
from facts.timed_responses
group by all;

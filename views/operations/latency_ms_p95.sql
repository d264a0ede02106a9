-- 95th percentile of latency: what 95 of 100 responses stay within.
--
-- Every attempt with a stated latency counts alike; failed ones are left out, since a quick
-- refusal or a long timeout says nothing of how long an answer takes. A response recorded as
-- missing counts with the time that was waited for it. The counts are of cases, unscored_count of
-- those that state no latency; attempt_count and left_out_attempt_count are of attempts. An
-- attempt for which nothing was recorded is not here. Null where no latency is stated.
--
-- grain: run_id, system_id
-- unit: milliseconds
-- range: 0 and up
-- better: lower
-- source: linear interpolation between order statistics (Hyndman and Fan 1996, definition 7)
-- empty: no_response, all_failed, no_latency
-- counts: facts.counted_times

create or replace view metrics.latency_ms_p95 as

select
    run_id, system_id,
    count(latency_ms) filter (where represents_case) as scored_count,
    count(*) filter (where represents_case and status = 'missing') as missing_count,
    count(*) filter (where represents_case and is_failed) as error_count,
    count(*) filter (where represents_case and is_unstated) as unscored_count,
    count(*) as attempt_count,
    count(*) filter (where is_failed or is_unstated) as left_out_attempt_count,
    macros.percentile(latency_ms, 0.95) as latency_ms_p95
from facts.timed_responses
group by all;

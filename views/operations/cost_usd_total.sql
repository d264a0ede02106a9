-- Total cost of a system's responses, failures included.
--
-- The sum of the stated costs over all attempts, for a failed one is paid for too. The counts are
-- of attempts. unstated_count says how many state no cost: where it is not 0 the total is a lower
-- bound. Of these, error_count ended in an error and unscored_count did not; missing_count holds
-- all recorded as missing. Null where no attempt states a cost: unknown is not free. What a retry
-- replaced is no longer there, and not counted.
--
-- grain: run_id, system_id
-- unit: US dollars
-- range: 0 and up
-- better: lower
-- source: sum of stated costs
-- empty: no_response, no_cost
-- counts: facts.counted_costs
-- numerator: cost_usd
-- denominator: null

create or replace view metrics.cost_usd_total as

select
    run_id, system_id,
    count(cost_usd) as scored_count,
    count(*) filter (where status = 'missing') as missing_count,
    count(*) filter (where status = 'error' and cost_usd is null) as error_count,
    count(*) filter (where status <> 'error' and cost_usd is null) as unscored_count,
    count(*) as attempt_count,
    count(*) - count(cost_usd) as left_out_attempt_count,
    count(*) - count(cost_usd) as unstated_count,
    macros.steady_sum(cost_usd) as cost_usd_total
from facts.responses
group by all;

-- The tokens and the cost of each model that was called for a response.
--
-- Models that graded are among them, where the log counts these with the answer, as Inspect does.
-- A model that the log names several times is summed. Sums of tokens are of the calls that state
-- them; cost_usd is null where one has neither a stated cost nor a price.
--
-- grain: run_id, system_id, case_id, attempt, model

create or replace view facts.model_usage as

with used_models as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        unnest(model_usage) as used
    from facts.responses
)

select
    run_id,
    system_id,
    case_id,
    attempt,
    used.model,
    sum(used.tokens_in)::bigint as tokens_in,
    sum(used.tokens_out)::bigint as tokens_out,
    sum(used.tokens_cache_read)::bigint as tokens_cache_read,
    sum(used.tokens_cache_write)::bigint as tokens_cache_write,
    sum(used.tokens_reasoning)::bigint as tokens_reasoning,
    case when count(used.cost_usd) = count(*) then sum(used.cost_usd) end as cost_usd
from used_models
where used.model is not null
group by all;

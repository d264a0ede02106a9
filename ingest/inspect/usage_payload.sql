-- What a response took of each model and called of each tool, and its cost where all is known.
--
-- A sum without one of the models would look like the whole cost.

create or replace temp macro usage_payload(sampled, costs_usd) as
json_merge_patch('{}', json_object(
    'tools', sampled.tools,
    'model_usage', list_transform(
        range(1, len(sampled.model_usage) + 1),
        lambda place: json_merge_patch('{}', json_object(
            'model', sampled.model_usage[place].model,
            'tokens_in', sampled.model_usage[place].tokens_in,
            'tokens_out', sampled.model_usage[place].tokens_out,
            'tokens_cache_read', sampled.model_usage[place].tokens_cache_read,
            'tokens_cache_write', sampled.model_usage[place].tokens_cache_write,
            'tokens_reasoning', sampled.model_usage[place].tokens_reasoning,
            'cost_usd', costs_usd[place]
        ))
    ),
    'cost_usd', if(
        list_count(costs_usd) = len(sampled.model_usage), list_sum(costs_usd), null
    ),
    'cost_source', case
        when
            len(sampled.model_usage) = 0 or list_count(costs_usd) < len(sampled.model_usage)
            then null
        when
            list_count([used.cost_usd for used in sampled.model_usage]) = len(sampled.model_usage)
            then 'stated'
        when len(sampled.model_usage) > 0 then 'prices'
    end
));

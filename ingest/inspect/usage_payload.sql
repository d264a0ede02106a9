-- What a response took of each model and called of each tool, and its cost where all is known.
--
-- A sum without one of the models would look like the whole cost.

create or replace temp macro usage_payload(sampled, costs_usd) as
json_merge_patch('{}', json_object(
    'tools', sampled.tools,
    'model_usage', list_transform(sampled.model_usage, lambda used, place: json_merge_patch(
        '{}',
        json_object(
            'model', used.model,
            'tokens_in', used.tokens_in,
            'tokens_out', used.tokens_out,
            'tokens_cache_read', used.tokens_cache_read,
            'tokens_cache_write', used.tokens_cache_write,
            'tokens_reasoning', used.tokens_reasoning,
            'cost_usd', costs_usd[place]
        )
    )),
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

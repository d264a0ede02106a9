-- What a response took of each model, and its cost where that of every model is known.
--
-- A sum without one of the models would look like the whole cost.

create or replace temp macro usage_payload(used_models, costs_usd) as
json_merge_patch('{}', json_object(
    'model_usage', list_transform(used_models, lambda used, place: json_merge_patch(
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
    'cost_usd', if(list_count(costs_usd) = len(used_models), list_sum(costs_usd), null),
    'cost_source', case
        when len(used_models) = 0 or list_count(costs_usd) < len(used_models) then null
        when list_count([used.cost_usd for used in used_models]) = len(used_models) then 'stated'
        when len(used_models) > 0 then 'prices'
    end
));

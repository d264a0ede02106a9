-- What the tokens of each model cost, in US dollars: as stated, else by its price, else null.
--
-- A token read from or written to a cache costs the price of that, the others of the question the
-- full one. Reasoning is a part of the output. The formula is that of Inspect's
-- compute_model_cost, with caches of the default lifetime.

create or replace temp macro usage_costs_usd(used_models, prices) as
list_transform(
    list_transform(used_models, lambda used: {
        used: used,
        price: list_filter(prices, lambda price: price.model = used.model)[1],
        cache_read: coalesce(used.tokens_cache_read, 0),
        cache_write: coalesce(used.tokens_cache_write, 0)
    }),
    lambda priced: coalesce(
        priced.used.cost_usd,
        (
            (priced.used.tokens_in - priced.cache_read - priced.cache_write)
            * priced.price.input_usd_per_million
            + priced.used.tokens_out * priced.price.output_usd_per_million
            + if(
                priced.cache_read = 0,
                0,
                priced.cache_read * priced.price.cache_read_usd_per_million
            )
            + if(
                priced.cache_write = 0,
                0,
                priced.cache_write * priced.price.cache_write_usd_per_million
            )
        ) / 1e6
    )
);

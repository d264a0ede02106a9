-- How much each domain weighs in a run, where its start declares weights.
--
-- From `config.weights` of run_started, an object of numbers by domain. What is no number above
-- zero weighs nothing and is left out.
--
-- grain: run_id, domain
-- empty without: run_started with weights
-- for: metrics.accuracy_weighted

with declared_weights as (
    select
        run_id,
        json_extract(payload, '$.config.weights') as weights
    from current_events
    where kind = 'run_started'
),

weight_entries as (
    select
        run_id,
        unnest(map_entries(from_json(weights, '"MAP(VARCHAR, VARCHAR)"'))) as entry
    from declared_weights
    where json_type(weights) = 'OBJECT'
)

select
    run_id,
    entry.key::varchar as domain,
    try_cast(entry.value as double) as weight
from weight_entries
where
    isfinite(try_cast(entry.value as double))
    and try_cast(entry.value as double) > 0

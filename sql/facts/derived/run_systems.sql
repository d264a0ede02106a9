-- The systems of a run: those it declares, else those with a response or a critic's reading.
--
-- grain: run_id, system_id

with declared_systems as (
    select distinct
        run_id,
        unnest(from_json(payload, '{"systems": ["VARCHAR"]}').systems) as system_id
    from current_events
    where kind = 'run_started'
)

select
    run_id,
    system_id
from declared_systems
union all
select distinct
    run_id,
    system_id
from responses
where run_id not in (select declared_systems.run_id from declared_systems)

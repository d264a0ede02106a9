-- The systems of a run: those it declares, else those with a response or a critic's reading.
--
-- One that is not declared and gave nothing but readings (has_readings_only) answers no case.
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
    system_id,
    false as has_readings_only
from declared_systems
union all
select
    run_id,
    system_id,
    bool_and(has_readings_only) as has_readings_only
from responses
where run_id not in (select declared_systems.run_id from declared_systems)
group by all

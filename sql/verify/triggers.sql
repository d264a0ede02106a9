-- Triggers that are not those a fresh store has.

with definitions as (
    select
        database_name,
        table_name || '.' || trigger_name as object_name,
        sql as definition
    from duckdb_triggers()
    where
        database_name in ('evalstore', 'pristine')
        and schema_name in ('log', 'facts', 'metrics')
),

expected_objects as (
    select
        object_name,
        definition
    from definitions
    where database_name = 'pristine'
),

found_objects as (
    select
        object_name,
        definition
    from definitions
    where database_name = 'evalstore'
)

select
    coalesce(expected_objects.object_name, found_objects.object_name) as object_name,
    expected_objects.definition as expected,
    found_objects.definition as found
from expected_objects
full outer join found_objects using (object_name)
where expected_objects.definition is distinct from found_objects.definition
order by object_name;

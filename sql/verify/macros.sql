-- Macros that are not those a fresh store has.

with definitions as (
    select
        database_name,
        schema_name || '.' || function_name as object_name,
        concat(parameters::varchar, ' ', macro_definition) as definition
    from duckdb_functions()
    where
        database_name in ('evalstore', 'pristine')
        and schema_name in ('macros')
        and function_type in ('macro', 'table_macro')
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

-- User-defined macros, types and triggers of a database, by kind and name.
--
-- Asked as objects.sql is; without definitions, since every fold asks.
--
-- Parameters: database.

select
    'macro' as kind,
    schema_name || '.' || function_name as name
from system.main.duckdb_functions()
where database_name = $database and not internal
union all
select
    'type' as kind,
    schema_name || '.' || type_name as name
from system.main.duckdb_types()
where database_name = $database and not internal
union all
select
    'trigger' as kind,
    schema_name || '.' || table_name || '.' || trigger_name as name
from system.main.duckdb_triggers()
where database_name = $database;

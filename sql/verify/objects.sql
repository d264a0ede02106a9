-- User-defined objects of a database, with their definitions.
--
-- Asked while another database is the current one: a macro in this database can then stand for
-- none of the functions used here.
--
-- Parameters: database.

select
    'schema' as kind,
    schema_name as name,
    '' as definition
from system.main.duckdb_schemas()
where database_name = $database and not internal
union all
select
    'table' as kind,
    schema_name || '.' || table_name as name,
    sql as definition
from system.main.duckdb_tables()
where database_name = $database and not internal
union all
select
    'view' as kind,
    schema_name || '.' || view_name as name,
    sql as definition
from system.main.duckdb_views()
where database_name = $database and not internal
union all
select
    'macro' as kind,
    schema_name || '.' || function_name as name,
    concat_ws(
        ' ',
        function_type,
        parameters::varchar,
        parameter_types::varchar,
        varargs,
        return_type,
        macro_definition
    ) as definition
from system.main.duckdb_functions()
where database_name = $database and not internal
union all
select
    'type' as kind,
    schema_name || '.' || type_name as name,
    concat(logical_type, ' ', labels::varchar) as definition
from system.main.duckdb_types()
where database_name = $database and not internal
union all
select
    'trigger' as kind,
    schema_name || '.' || table_name || '.' || trigger_name as name,
    sql as definition
from system.main.duckdb_triggers()
where database_name = $database
union all
select
    'index' as kind,
    schema_name || '.' || index_name as name,
    sql as definition
from system.main.duckdb_indexes()
where database_name = $database
union all
select
    'sequence' as kind,
    schema_name || '.' || sequence_name as name,
    sql as definition
from system.main.duckdb_sequences()
where database_name = $database
order by kind, name, definition;

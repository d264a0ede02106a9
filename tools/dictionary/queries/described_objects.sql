-- Tables, views and macros of a store, with the names of a macro's parameters.

select
    schema_name || '.' || table_name as name,
    'table' as kind,
    null::varchar[] as parameters
from duckdb_tables()
where database_name = current_database() and not internal and not temporary
union all
select
    schema_name || '.' || view_name as name,
    'view' as kind,
    null as parameters
from duckdb_views()
where database_name = current_database() and not internal and not temporary
union all
select
    schema_name || '.' || function_name as name,
    if(function_type = 'table_macro', 'table macro', 'macro') as kind,
    parameters
from duckdb_functions()
where database_name = current_database() and not internal
order by name;

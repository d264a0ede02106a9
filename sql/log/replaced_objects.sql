-- The views and macros of our schemas in the current database: what a refresh makes again.
--
-- Parameters: schemas.

select
    'view' as kind,
    schema_name,
    view_name as name
from system.main.duckdb_views()
where
    database_name = current_database()
    and not internal
    and list_contains($schemas, schema_name)
union
select
    if(function_type = 'table_macro', 'macro table', 'macro') as kind,
    schema_name,
    function_name as name
from system.main.duckdb_functions()
where
    database_name = current_database()
    and not internal
    and list_contains($schemas, schema_name);

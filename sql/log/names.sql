-- Names of the tables, views and macros of the current database.

select schema_name || '.' || table_name as name
from duckdb_tables()
where database_name = current_database() and not internal and not temporary
union
select schema_name || '.' || view_name as name
from duckdb_views()
where database_name = current_database() and not internal and not temporary
union
select schema_name || '.' || function_name as name
from duckdb_functions()
where database_name = current_database() and not internal;

-- Whether a reader left databases, tables or views in an instance of which ours is detached.

with left_objects as (
    select database_name as object_name
    from duckdb_databases()
    where not internal and database_name <> 'memory'
    union all
    select table_name as object_name
    from duckdb_tables()
    where not temporary
    union all
    select view_name as object_name
    from duckdb_views()
    where not internal and not temporary
)

select count(*) > 0 as has_left_objects
from left_objects

-- Whether a reader left tables or views in an instance of which ours is detached.

with left_objects as (
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

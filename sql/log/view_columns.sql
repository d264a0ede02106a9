-- The columns of the views in our schemas of the current database, in their order.
--
-- Parameters: schemas.

select
    schema_name || '.' || table_name as view_name,
    list(column_name order by column_index) as column_names,
    list(data_type order by column_index) as data_types
from duckdb_columns()
where database_name = current_database() and list_contains($schemas, schema_name)
group by all

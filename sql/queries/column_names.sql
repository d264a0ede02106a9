-- The columns of each table and view of a store, in their order.

select
    schema_name || '.' || table_name as relation,
    list(column_name order by column_index) as column_names
from duckdb_columns()
where database_name = current_database() and not internal
group by relation
order by relation;

-- The columns of every relation that people query, one row each, with what their relation is.

select
    tables.table_schema,
    tables.table_name,
    tables.table_type,
    columns.column_name,
    columns.data_type
from information_schema.tables
inner join information_schema.columns using (table_catalog, table_schema, table_name)
where tables.table_schema in ('log', 'facts', 'metrics')
order by tables.table_schema, tables.table_name, columns.ordinal_position

-- Tables whose columns are not those a fresh store has.

with table_columns as (
    select
        database_name,
        schema_name || '.' || table_name as relation,
        string_agg(
            column_name || ' ' || data_type || if(is_nullable, '', ' not null'),
            ', ' order by column_index
        ) as definition
    from duckdb_columns()
    where
        database_name in ('evalstore', 'pristine')
        and schema_name in ('log', 'facts')
        and (database_name, schema_name, table_name) in (
            select (database_name, schema_name, table_name)
            from duckdb_tables()
        )
    group by all
),

expected_tables as (
    select
        relation,
        definition
    from table_columns
    where database_name = 'pristine'
),

found_tables as (
    select
        relation,
        definition
    from table_columns
    where database_name = 'evalstore'
)

select
    coalesce(expected_tables.relation, found_tables.relation) as relation,
    expected_tables.definition as expected,
    found_tables.definition as found
from expected_tables
full outer join found_tables using (relation)
where expected_tables.definition is distinct from found_tables.definition
order by relation;

-- Whether the database has the view of readings: a row, or none.

select view_name
from duckdb_views()
where
    schema_name = 'facts'
    and view_name = 'source_readings'
    and database_name = current_database()

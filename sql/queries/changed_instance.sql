-- Whether a reader changed an instance in a way that cannot be taken back, or attached a database.
--
-- A lock on the settings, and a block allocator's memory, stay.

select
    current_setting('lock_configuration')
    or current_setting('block_allocator_memory') <> '0 bytes'
    or exists (
        from duckdb_databases()
        where not internal and database_name not in ('memory', 'evalstore')
    ) as is_changed

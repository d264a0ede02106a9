-- The source an incoming event is recorded with: what begins with `evalstore:` is this process's.
--
-- Anyone may add a file to the inbox. Only the files that the folding process wrote itself, or
-- took from a store whose checkpoint holds, may name evalstore as the source of their events.
-- With list_contains, DuckDB would join the list to the events, and they would come out of order.

create or replace temp macro recorded_source(source, file_name) as
if(
    starts_with(source, 'evalstore:')
    and list_position(getvariable('own_files'), file_name) is null,
    'foreign:' || source,
    source
);

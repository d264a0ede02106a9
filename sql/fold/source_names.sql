-- The sources of the incoming events, as an enum type: each name is stored once.

create or replace temp type source_name as enum (
    select distinct recorded_source(source, filename)
    from read_parquet(getvariable('inbox_files'), filename = true)
    where source is not null
    union
    select 'evalstore:fold'
);

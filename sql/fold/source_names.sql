-- The sources of the incoming events, as a type: a long name, told once and not with every event.

create or replace temp type source_name as enum (
    select distinct source
    from read_parquet(getvariable('inbox_files'))
    where source is not null
);

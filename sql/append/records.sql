-- The records of foreign files, for their mapping to read, one list a column.
--
-- Those of one or several whole files, or of a part of a long one.
--
-- grain: ordinal

create or replace temp table records as
select
    unnest(range(len($location::varchar[]))) as ordinal,
    unnest($file_number::integer[]) as file_number,
    unnest($source::varchar[]) as source,
    unnest($location::varchar[]) as location,
    unnest($record::varchar[])::json as record;

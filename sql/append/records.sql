-- The records of foreign files, for their mapping to read, one list a column.
--
-- Those of one or several whole files, or of a part of a long one.
--
-- grain: ordinal

create or replace temp table records as
select
    unnest(range(len($locus::varchar[]))) as ordinal,
    unnest($file_number::integer[]) as file_number,
    unnest($source::varchar[]) as source,
    unnest($locus::varchar[]) as locus,
    unnest($record::varchar[])::json as record;

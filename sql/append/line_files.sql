-- The files whose lines are read: what their events name as their source, where a line does not
-- say, and how far the numbers of their lines are from those of the rows.
--
-- grain: file_number

create or replace temp table line_files as
select
    unnest($file_number::integer[]) as file_number,
    unnest($source::varchar[]) as source,
    unnest($line_offset::bigint[]) as line_offset;

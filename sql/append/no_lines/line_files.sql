-- The files of the lines that candidates came from: none, if they come from a mapping.

create or replace temp table line_files (
    file_number integer,
    source varchar,
    line_offset bigint
);

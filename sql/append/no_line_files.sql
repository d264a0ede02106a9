-- The files whose lines are read; none, where candidates came from something else.
--
-- grain: file_number

create or replace temp table line_files (
    file_number integer,
    source varchar,
    line_offset bigint
);

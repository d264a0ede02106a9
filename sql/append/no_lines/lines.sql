-- The lines that candidates came from: none, if they come from a mapping.

create or replace temp table lines (
    file_number integer,
    line varchar
);

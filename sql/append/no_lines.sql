-- The lines that candidates came from; none, where they came from something else.

create or replace temp table lines (
    file_number integer,
    line varchar
);

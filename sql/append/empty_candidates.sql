-- The tables that both paths read, empty, where candidates come from a mapping and not from lines.

-- The events a mapping makes; none of them yet.
create or replace temp table candidates (
    ordinal bigint not null,
    file_number integer,
    location varchar,
    is_clear boolean not null,
    kind varchar,
    run_id varchar,
    subject varchar,
    supersedes varchar,
    schema_version varchar,
    occurred_at varchar,
    source varchar,
    payload varchar,
    key_count bigint
);

-- The lines that candidates came from.
create or replace temp table lines (
    file_number integer,
    line varchar
);

-- The files of those lines.
create or replace temp table line_files (
    file_number integer,
    source varchar,
    line_offset bigint
);

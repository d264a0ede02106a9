-- The events that a mapping makes of records, not of lines; none of them yet.

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

-- The events a mapping makes, as candidates for the door; none of them yet.
--
-- grain: ordinal

create or replace temp table candidates (
    ordinal bigint not null,
    file_number integer,
    locus varchar,
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

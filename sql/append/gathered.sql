-- Accepted events on their way into one inbox file, under another run where one was named.

create or replace temp table gathered (
    place bigint,
    file_number integer,
    kind varchar,
    run_id varchar,
    subject varchar,
    supersedes uuid,
    schema_version smallint,
    occurred_at timestamp,
    source varchar,
    payload varchar
);

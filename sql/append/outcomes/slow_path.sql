-- The events that the slow path accepted, one row for each ordinal; empty at first.

create or replace temp table slow_path (
    ordinal bigint not null,
    file_number integer,
    kind varchar not null,
    run_id varchar not null,
    subject varchar not null,
    supersedes uuid,
    schema_version smallint not null,
    occurred_at timestamp,
    source varchar not null,
    payload varchar not null
);

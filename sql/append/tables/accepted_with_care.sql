-- The events that were looked at one by one and may be appended.
--
-- grain: ordinal

create or replace temp table accepted_with_care (
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

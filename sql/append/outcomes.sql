-- The tables that the two paths fill with what became of the candidates, one row an ordinal.

-- What the fast path found: the subject is null where that was not enough, and
-- may_hold_unknown_field is false where the payload surely has no field but the known ones.
create or replace temp table fast_path (
    ordinal bigint not null,
    subject varchar,
    may_hold_unknown_field boolean
);

-- The events that the slow path accepted.
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

-- The candidates that are refused, each with its reason.
create or replace temp table skipped (
    ordinal bigint not null,
    location varchar,
    reason varchar not null,
    detail varchar not null
);
